import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useKindName } from '@/approvals/kind-name';
import { useCurrentStaff, useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { formatDateTime } from '@shared/format/local-time';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { Note } from '@shared/ui/note';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';

import { actorName, isSelf } from './actor-name';
import { changesOf } from './approval-changes';
import { type Approval, clientOfApprovalOptions } from './approval-queries';
import { approvalTexts } from './approval-texts';
import classes from './approvals.module.css';
import { changeTexts } from './change-texts';
import { DecisionForm } from './decision-form';

const tones: Record<Approval['status'], StatusTone> = { waiting: 'waiting', approved: 'done', rejected: 'cancelled' };

/** One request: who asked, when and why, what changes, and the decision. */
export function ApprovalCard({ request }: { request: Approval }) {
  const texts = useTexts(approvalTexts);
  const { kind, status, requestedBy, requestedAt, reason, decidedBy, decidedAt, decision, clientId } = request;
  const nameOfKind = useKindName();
  const language = useLanguage();
  const { shown } = useZones();
  const username = useCurrentStaff()?.username;
  const seesClients = useHasPermission(permission.clientList);
  const seesOrders = useHasPermission(permission.orderDetail);
  const client = useQuery({
    ...clientOfApprovalOptions(clientId ?? 0),
    enabled: seesClients && clientId !== null,
  }).data;
  const when = (moment: string) => formatDateTime(moment, shown, language);
  const changes = changesOf(request, {
    texts: useTexts(changeTexts),
    when,
    // What the wallet has now says nothing about a request that was decided.
    balanceOf: (wallet) =>
      status === 'waiting' ? client?.wallets.find(({ type }) => type === wallet)?.balance : undefined,
  });
  return (
    <Card title={nameOfKind(kind)} state={<StatusPill tone={tones[status]}>{texts.status[status]}</StatusPill>}>
      <dl className={classes['facts']}>
        {clientId === null ? null : (
          <Fact name={texts.facts.client}>
            <ClientName id={clientId} name={client?.name} linked={seesClients} />
          </Fact>
        )}
        <Fact name={texts.facts.askedBy}>{actorName(requestedBy, username, texts)}</Fact>
        <Fact name={texts.facts.askedAt}>{when(requestedAt)}</Fact>
        <Fact name={texts.facts.reason}>{reason}</Fact>
        {decidedAt === null ? null : (
          <>
            <Fact name={texts.facts.decidedBy}>{actorName(decidedBy, username, texts)}</Fact>
            <Fact name={texts.facts.decidedAt}>{when(decidedAt)}</Fact>
            <Fact name={texts.facts.decision}>{decision}</Fact>
          </>
        )}
      </dl>
      <div className={classes['scroll']}>
        <table className={classes['changes']} aria-label={texts.changes.label}>
          <thead>
            <tr>
              <th>{texts.changes.what}</th>
              <th>{texts.changes.before}</th>
              <th>{texts.changes.after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after, orderId }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{before ?? '—'}</td>
                <td className={classes['after']}>
                  {orderId !== undefined && seesOrders ? <OrderLink id={orderId} /> : after}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {status === 'waiting' ? <Decision request={request} own={isSelf(requestedBy, username)} /> : null}
    </Card>
  );
}

function Decision({ request, own }: { request: Approval; own: boolean }) {
  const { decide } = useTexts(approvalTexts);
  const allowed = useHasPermission(permission.approvalDecide);
  if (own) return <Note>{decide.own}</Note>;
  return allowed ? <DecisionForm id={request.id} /> : <Note>{decide.notAllowed}</Note>;
}

function ClientName({ id, name, linked }: { id: number; name: string | undefined; linked: boolean }) {
  const shown = name ?? String(id);
  if (!linked) return shown;
  return (
    <Link to="/clients/$id" params={{ id: String(id) }} className={classes['link']}>
      {shown}
    </Link>
  );
}

function OrderLink({ id }: { id: string }) {
  return (
    <Link to="/orders/$id" params={{ id }} className={classes['link']}>
      {id}
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
