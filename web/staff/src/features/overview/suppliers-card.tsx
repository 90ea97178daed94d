import type { Overview } from '@/overview/overview-queries';
import { emptyMark, formatClock } from '@shared/format/local-time';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';

import { overviewTexts } from './overview-texts';
import classes from './overview.module.css';

const tones: Record<Overview['suppliers'][number]['state'], StatusTone> = {
  healthy: 'done',
  silent: 'waiting',
  open: 'failed',
};

/** The suppliers and whether they answer. */
export function SuppliersCard({ suppliers }: { suppliers: Overview['suppliers'] }) {
  const texts = useTexts(overviewTexts);
  const { shown } = useZones();
  return (
    <Card title={texts.suppliers}>
      {suppliers.length === 0 ? (
        <p className={classes['note']}>{texts.noSuppliers}</p>
      ) : (
        <div className={classes['scroll']}>
          <table className={classes['table']} aria-label={texts.suppliers}>
            <thead>
              <tr>
                <th>{texts.supplier}</th>
                <th>{texts.state}</th>
                <th data-end>{texts.inFlight}</th>
                <th data-end>{texts.lastAnswer}</th>
              </tr>
            </thead>
            <tbody>
              {suppliers.map(({ code, state, inFlight, lastAnswerAt }) => (
                <tr key={code}>
                  <th scope="row">{code}</th>
                  <td>
                    <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill>
                  </td>
                  <td data-end>{inFlight}</td>
                  <td data-end>{lastAnswerAt === null ? emptyMark : formatClock(lastAnswerAt, shown)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
