import { formatDateClock } from '@shared/format/local-time';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import type { Entry } from './audit-queries';
import { auditTexts } from './audit-texts';
import classes from './audit.module.css';
import { detailRows } from './detail-rows';

/** The id of a sandbox is a multiple of this and the id of its client. */
const firstSandbox = 1_000_000_000;

/** The entries, newest first. */
export function AuditTable({ entries }: { entries: readonly Entry[] }) {
  const { columns, title } = useTexts(auditTexts);
  return (
    <table className={classes['table']} aria-label={title}>
      <thead>
        <tr>
          <th>{columns.at}</th>
          <th>{columns.actor}</th>
          <th>{columns.action}</th>
          <th>{columns.client}</th>
          <th>{columns.detail}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ entry: { at, actor, action, subject, clientId, reason, detail, address } }: { entry: Entry }) {
  const texts = useTexts(auditTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <tr>
      <td className={classes['time']}>{formatDateClock(at, shown, language)}</td>
      <td>
        {actor}
        {address === '' ? null : <span className={classes['small']}>{texts.from(address)}</span>}
      </td>
      <td>
        {action}
        <span className={classes['small']}>{subject}</span>
      </td>
      <td>
        {clientId ?? '—'}
        {clientId !== null && clientId >= firstSandbox ? (
          <span className={classes['small']}>{texts.sandboxOf(String(clientId % firstSandbox))}</span>
        ) : null}
      </td>
      <td>
        {reason}
        <dl className={classes['detail']}>
          {detailRows(detail).map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{before === undefined ? after : `${before} → ${after}`}</dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}
