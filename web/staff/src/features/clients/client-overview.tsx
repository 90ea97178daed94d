import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { emptyMark } from '@shared/format/local-time';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';
import { StatusPill } from '@shared/ui/status-pill';

import { FeatureTags } from './client-columns';
import { type Client, clientSummaryOptions } from './client-queries';
import { ClientSummaryCards } from './client-summary';
import { clientTexts } from './client-texts';
import { summaryTexts } from './summary-texts';
import classes from './clients.module.css';

/** What the client does, what it is, and what is left until it orders. */
export function ClientOverview({ client }: { client: Client }) {
  // What is above grows when it is loaded, and would push the rest down.
  const pending = useQuery(clientSummaryOptions(client.id)).isPending;
  return (
    <div className={classes['page']}>
      <ClientSummaryCards client={client} />
      {!pending && <WhatItIs client={client} />}
    </div>
  );
}

function WhatItIs({ client }: { client: Client }) {
  const texts = useTexts(clientTexts);
  return (
    <div className={classes['pair']}>
      <Card title={texts.facts} action={<AuditLink clientId={client.id} />}>
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
      <Checklist steps={client.checklist} />
    </div>
  );
}

/** What was done about the client, for those who may read the audit log. */
function AuditLink({ clientId }: { clientId: number }) {
  const { audit } = useTexts(summaryTexts);
  const sees = useHasPermission(permission.auditRead);
  if (!sees) return null;
  return (
    <Link to="/audit" search={{ clientId: String(clientId) }}>
      {audit}
    </Link>
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
