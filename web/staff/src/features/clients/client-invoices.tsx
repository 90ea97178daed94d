import { Link } from '@tanstack/react-router';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Amount } from '@shared/format/amount';
import { formatDay } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { TwoLines } from '@shared/table/cells';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';

import type { ClientSummary } from './client-queries';
import classes from './clients.module.css';
import { summaryTexts } from './summary-texts';

/** The open invoices of a client, for those who may see invoices. */
export function ClientInvoices({ clientId, invoices }: { clientId: number; invoices: ClientSummary['invoices'] }) {
  const texts = useTexts(summaryTexts);
  const language = useLanguage();
  const sees = useHasPermission(permission.invoices);
  if (!sees) return null;
  const client = String(clientId);
  return (
    <Card
      title={texts.invoices}
      action={
        <Link to="/invoices" search={{ clientId: client }}>
          {texts.allInvoices}
        </Link>
      }
    >
      {invoices.length === 0 ? (
        <p className={classes['hint']}>{texts.noInvoices}</p>
      ) : (
        <Facts>
          {invoices.map(({ id, no, dueOn, overdue, outstanding }) => (
            <Fact
              key={id}
              name={
                <TwoLines caption={(overdue ? texts.overdue : texts.due)(formatDay(dueOn, language))}>
                  <Link to="/invoices" search={{ clientId: client, id }}>
                    {no}
                  </Link>
                </TwoLines>
              }
            >
              <Amount value={outstanding} prefix="Rp" />
            </Fact>
          ))}
        </Facts>
      )}
    </Card>
  );
}
