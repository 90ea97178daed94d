import { Link } from '@tanstack/react-router';

import { useZones } from '@shared/format/display-zone';
import { formatDateClock } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';

import type { ClientSummary } from './client-queries';
import classes from './clients.module.css';
import { summaryTexts } from './summary-texts';

/** The users who used the portal last. */
export function ClientSeen({ clientId, seen }: { clientId: number; seen: ClientSummary['lastSeen'] }) {
  const texts = useTexts(summaryTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <Card
      title={texts.seen}
      action={
        <Link to="/clients/$id" params={{ id: String(clientId) }} search={{ tab: 'users' }}>
          {texts.allUsers}
        </Link>
      }
    >
      {seen.length === 0 ? (
        <p className={classes['hint']}>{texts.nobody}</p>
      ) : (
        <Facts>
          {seen.map(({ id, fullName, roles, lastUsedAt }) => (
            <Fact key={id} name={[fullName, ...roles].join(' · ')}>
              {formatDateClock(lastUsedAt, shown, language)}
            </Fact>
          ))}
        </Facts>
      )}
    </Card>
  );
}
