import { Button, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { percent } from '@shared/format/percent';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { CopyIcon } from '@shared/ui/copy-icon';
import { copyTexts } from '@shared/ui/copy-texts';
import { ProgressButton } from '@shared/ui/progress-button';
import { Tag } from '@shared/ui/tag';

import developers from '../developers.module.css';
import { EndpointState } from './endpoint-columns';
import { weekOf } from './health';
import { WeekBars } from './week-bars';
import { revealSecretOptions, switchWebhookOptions, type Webhook } from './webhook-queries';
import { webhookTexts } from './webhook-texts';
import classes from './webhooks.module.css';

interface EndpointPanelProps {
  endpoint: Webhook;
  onTest: () => void;
  onEdit: () => void;
  onRoll: () => void;
}

/** The endpoint that is shown: its secrets, events and last days, and what can be done with it. */
export function EndpointPanel({ endpoint, onTest, onEdit, onRoll }: EndpointPanelProps) {
  const texts = useTexts(webhookTexts).panel;
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <div className={classes['head']}>
        <div className={classes['name']}>
          <h2 id={id} className={developers['mono']}>
            {endpoint.url}
          </h2>
          <EndpointState state={endpoint.state} />
          {endpoint.description === '' ? null : <p className={classes['remark']}>{endpoint.description}</p>}
        </div>
        <div className={classes['buttons']}>
          <PauseButton endpoint={endpoint} />
          <Button variant="default" onClick={onTest}>
            {texts.test}
          </Button>
          <Button variant="default" onClick={onEdit}>
            {texts.edit}
          </Button>
        </div>
      </div>
      <div className={classes['facts']}>
        <Secrets key={endpoint.id} endpoint={endpoint} onRoll={onRoll} />
        <Events endpoint={endpoint} onEdit={onEdit} />
        <Week endpoint={endpoint} />
      </div>
    </section>
  );
}

/** Switches an endpoint off and on. */
function PauseButton({ endpoint: { id, state } }: { endpoint: Webhook }) {
  const texts = useTexts(webhookTexts).panel;
  const change = useMutation(switchWebhookOptions(id));
  const off = state === 'off';
  return (
    <ProgressButton
      variant="default"
      sending={change.isPending}
      sendingLabel={off ? texts.resuming : texts.pausing}
      onPress={() => change.mutate(off, { onSuccess: () => notifySuccess(off ? texts.resumed : texts.paused) })}
    >
      {off ? texts.resume : texts.pause}
    </ProgressButton>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['part']}>
      <div className={classes['partHead']}>
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </div>
  );
}

const secretMark = 'whsec_••••••••';

function Secrets({ endpoint, onRoll }: { endpoint: Webhook; onRoll: () => void }) {
  const texts = useTexts(webhookTexts).panel;
  const copy = useTexts(copyTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { secretEnding, secretSince, oldEnding, oldUntil } = endpoint;
  const reveal = useMutation(revealSecretOptions(endpoint.id));
  // What was revealed is hidden again when another secret signs.
  const secret = reveal.data?.secret.endsWith(secretEnding) ? reveal.data.secret : undefined;
  const actions = (
    <span className={classes['links']}>
      <UnstyledButton
        className={classes['link']}
        aria-label={`${secret === undefined ? texts.reveal : texts.hide} ${texts.secrets}`}
        onClick={() => {
          if (secret !== undefined) reveal.reset();
          else if (!reveal.isPending) reveal.mutate();
        }}
      >
        {secret === undefined ? texts.reveal : texts.hide}
      </UnstyledButton>
      <UnstyledButton className={classes['link']} onClick={onRoll}>
        {texts.roll}
      </UnstyledButton>
    </span>
  );
  return (
    <Part title={texts.secrets} action={actions}>
      <p className={classes['secret']}>
        {secret === undefined ? (
          <span className={developers['mono']}>
            {secretMark}
            {secretEnding}
          </span>
        ) : (
          <>
            <span className={developers['mono']}>{secret}</span>
            <CopyIcon value={secret} label={copy.copy} done={copy.copied} />
          </>
        )}
        {oldEnding !== '' && <Tag>{texts.present}</Tag>}
      </p>
      <p className={classes['remark']}>{texts.signsSince(formatDateTime(secretSince, shown, language))}</p>
      {oldEnding !== '' && oldUntil !== null && (
        <>
          <p className={classes['secret']}>
            <span className={developers['mono']}>
              {secretMark}
              {oldEnding}
            </span>
            <Tag>{texts.old}</Tag>
          </p>
          <p className={classes['remark']}>{texts.signsUntil(formatDateTime(oldUntil, shown, language))}</p>
        </>
      )}
    </Part>
  );
}

function Events({ endpoint: { events }, onEdit }: { endpoint: Webhook; onEdit: () => void }) {
  const texts = useTexts(webhookTexts).panel;
  const edit = (
    <UnstyledButton className={classes['link']} aria-label={`${texts.edit} ${texts.events}`} onClick={onEdit}>
      {texts.edit}
    </UnstyledButton>
  );
  return (
    <Part title={texts.events} action={edit}>
      {events.length === 0 ? (
        <p className={classes['remark']}>{texts.all}</p>
      ) : (
        <ul className={classes['types']}>
          {events.map((type) => (
            <li key={type} className={developers['mono']}>
              {type}
            </li>
          ))}
        </ul>
      )}
      <p className={classes['remark']}>{texts.order}</p>
    </Part>
  );
}

function Week({ endpoint }: { endpoint: Webhook }) {
  const texts = useTexts(webhookTexts).panel;
  const { delivered, total } = weekOf(endpoint);
  const count = groupThousands(total);
  return (
    <Part
      title={texts.week}
      action={
        total > 0 && (
          <span className={classes['sum']}>
            {texts.of(percent(delivered, total), endpoint.partial ? texts.partial(count) : count)}
          </span>
        )
      }
    >
      {total === 0 ? <p className={classes['remark']}>{texts.noDeliveries}</p> : <WeekBars days={endpoint.days} />}
    </Part>
  );
}
