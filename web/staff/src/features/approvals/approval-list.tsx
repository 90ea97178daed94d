import { Link } from '@tanstack/react-router';

import { useKindName } from '@/approvals/kind-name';
import { useCurrentStaff } from '@/session/current-staff';
import { formatDateClock } from '@shared/format/local-time';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { actorName, isSelf } from './actor-name';
import type { Approval } from './approval-queries';
import type { ApprovalSearch } from './approval-search';
import { approvalTexts } from './approval-texts';
import classes from './approvals.module.css';

interface ApprovalListProps {
  requests: readonly Approval[];
  openId: string | undefined;
  tab: ApprovalSearch['tab'];
}

/** The requests, each a link that opens it beside the list. */
export function ApprovalList({ requests, openId, tab }: ApprovalListProps) {
  const texts = useTexts(approvalTexts);
  return (
    <ul className={classes['list']} aria-label={texts.list}>
      {requests.map((request) => (
        <li key={request.id}>
          <Link
            to="/approvals"
            search={{ tab, id: request.id }}
            resetScroll={false}
            className={classes['item']}
            aria-current={request.id === openId ? 'true' : undefined}
          >
            <Row request={request} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Row({ request: { kind, clientId, requestedBy, requestedAt, status } }: { request: Approval }) {
  const texts = useTexts(approvalTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const username = useCurrentStaff()?.username;
  const nameOfKind = useKindName();
  const own = status === 'waiting' && isSelf(requestedBy, username);
  return (
    <>
      <span className={classes['kind']}>{nameOfKind(kind)}</span>
      <span className={classes['small']}>{clientId === null ? '' : `${texts.facts.client} ${clientId}`}</span>
      <span className={classes['small']}>{texts.askedBy(actorName(requestedBy, username, texts))}</span>
      <span className={classes['small']}>{formatDateClock(requestedAt, shown, language)}</span>
      {own ? <span className={classes['own']}>{texts.decide.own}</span> : null}
    </>
  );
}
