import { Link } from '@tanstack/react-router';

import type { Overview } from '@/overview/overview-queries';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { stateTones } from '@/suppliers/supplier-state';
import { supplierStateTexts } from '@/suppliers/supplier-state-texts';
import { Amount } from '@shared/format/amount';
import { emptyMark } from '@shared/format/local-time';
import { percent } from '@shared/format/percent';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { StatusPill } from '@shared/ui/status-pill';

import { overviewTexts } from './overview-texts';
import classes from './overview.module.css';

type Supplier = Overview['suppliers'][number];

const perSecond = 1000;

/** Formats milliseconds as seconds: '1,8 s'. */
function seconds(milliseconds: number): string {
  return `${(milliseconds / perSecond).toFixed(1).replace('.', ',')} s`;
}

/** The suppliers: whether they answer, how well, how fast, and what is left of our deposit there. */
export function SuppliersCard({ suppliers }: { suppliers: Overview['suppliers'] }) {
  const texts = useTexts(overviewTexts);
  const manages = useHasPermission(permission.suppliers);
  return (
    <Card title={texts.suppliers} action={manages && <Link to="/suppliers">{texts.allSuppliers}</Link>}>
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
                <th data-end>{texts.success15}</th>
                <th data-end>{texts.median}</th>
                {manages && <th data-end>{texts.balance}</th>}
              </tr>
            </thead>
            <tbody>
              {suppliers.map((supplier) => (
                <SupplierRow key={supplier.code} supplier={supplier} manages={manages} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function SupplierRow({ supplier, manages }: { supplier: Supplier; manages: boolean }) {
  const states = useTexts(supplierStateTexts);
  const { code, state, inFlight, succeeded, failed, medianMs, slowMs } = supplier;
  const ended = succeeded + failed;
  return (
    <tr>
      <th scope="row">
        {manages ? (
          <Link to="/suppliers/$code" params={{ code }}>
            {code}
          </Link>
        ) : (
          code
        )}
      </th>
      <td>
        <StatusPill tone={stateTones[state]}>{states[state]}</StatusPill>
      </td>
      <td data-end>{inFlight}</td>
      <td data-end>{ended === 0 ? emptyMark : percent(succeeded, ended)}</td>
      <td data-end>
        {medianMs === null ? emptyMark : seconds(medianMs)}
        {slowMs === null ? null : <div className={classes['note']}>{seconds(slowMs)}</div>}
      </td>
      {manages && (
        <td data-end>
          <Balance supplier={supplier} />
        </td>
      )}
    </tr>
  );
}

function Balance({ supplier: { balance, hours, low } }: { supplier: Supplier }) {
  const { lasts } = useTexts(supplierStateTexts);
  if (balance === null) return emptyMark;
  return (
    <>
      <Amount value={balance} prefix="Rp" />
      {hours === null ? null : (
        <div className={classes['note']} data-low={low || undefined}>
          {lasts(hours)}
        </div>
      )}
    </>
  );
}
