import { Amount } from '@shared/format/amount';
import { emptyMark } from '@shared/format/local-time';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';
import { StatusPill } from '@shared/ui/status-pill';

import { FeatureTags } from './client-columns';
import type { Client } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';
import { walletTexts } from './wallet-texts';

/** What the client is, what is left until it orders, and its balances. */
export function ClientOverview({ client }: { client: Client }) {
  const texts = useTexts(clientTexts);
  const wallets = useTexts(walletTexts);
  return (
    <div className={classes['pair']}>
      <Card title={texts.facts}>
        <Facts>
          <Fact name={texts.id}>{client.id}</Fact>
          <Fact name={texts.code}>{client.code}</Fact>
          <Fact name={texts.legalName}>{client.legalName}</Fact>
          <Fact name={texts.emailFinance}>{client.emailFinance}</Fact>
          <Fact name={texts.taxNumber}>{client.taxNumber || emptyMark}</Fact>
          <Fact name={texts.timeZone}>{client.timeZone}</Fact>
          <Fact name={texts.features}>
            {client.features.length === 0 ? texts.noFeatures : <FeatureTags features={client.features} />}
          </Fact>
        </Facts>
      </Card>
      <div className={classes['cards']}>
        <Checklist steps={client.checklist} />
        <Card title={wallets.title}>
          {client.wallets.length === 0 ? (
            <p className={classes['hint']}>{wallets.none}</p>
          ) : (
            <Facts>
              {client.wallets.map(({ id, type, balance }) => (
                <Fact key={id} name={wallets.types[type]}>
                  <Amount value={balance} prefix="Rp" />
                </Fact>
              ))}
            </Facts>
          )}
        </Card>
      </div>
    </div>
  );
}

function Checklist({ steps }: { steps: Client['checklist'] }) {
  const texts = useTexts(clientTexts);
  return (
    <Card title={texts.checklist} hint={texts.checklistHint}>
      <ul className={classes['steps']}>
        {steps.map(({ step, done, optional }) => (
          <li key={step} className={classes['step']}>
            <span>{texts.steps[step]}</span>
            <StatusPill tone={done ? 'done' : optional ? 'queued' : 'waiting'}>
              {done ? texts.done : optional ? texts.optional : texts.left}
            </StatusPill>
          </li>
        ))}
      </ul>
    </Card>
  );
}
