import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';

import type { StaffOrderDetail } from '@/orders/order-queries';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { emptyMark, formatFollowingTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';
import { useCopy } from '@shared/ui/use-copy';

import { Exchanges } from './exchanges';
import { attemptTexts } from './attempt-texts';
import classes from './order.module.css';

type Attempt = StaffOrderDetail['attempts'][number];

const tones: Partial<Record<string, StatusTone>> = {
  success: 'done',
  failed_created: 'failed',
  failed_not_created: 'failed',
};

/** The purchases at suppliers. A row opens what went over the wire. */
export function AttemptsCard({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(attemptTexts);
  const copy = useCopy();
  const last = order.attempts.at(-1);
  const [opened, setOpened] = useState(last?.number);
  if (last === undefined) return <Card title={texts.title}>{texts.none}</Card>;
  return (
    <Card
      title={texts.title}
      hint={texts.hint}
      action={
        last.supplierText === '' ? null : (
          <Button
            variant="default"
            leftSection={<IconCopy aria-hidden />}
            onClick={() => void copy(last.supplierText, texts.copied)}
          >
            {texts.copyText}
          </Button>
        )
      }
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll by keyboard */}
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={texts.title}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th>{texts.number}</th>
              <th>{texts.supplier}</th>
              <th>{texts.reference}</th>
              <th>{texts.sent}</th>
              <th data-end>{texts.took}</th>
              <th data-end>{texts.cost}</th>
              <th>{texts.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {order.attempts.map((attempt) => {
              const open = attempt.number === opened;
              return (
                <Fragment key={attempt.number}>
                  <Row
                    order={order}
                    attempt={attempt}
                    open={open}
                    onToggle={() => setOpened(open ? undefined : attempt.number)}
                  />
                  {open && (
                    <tr>
                      <td colSpan={7}>
                        <Exchanges attempt={attempt} />
                        <NoticesLink attempt={attempt} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** What the supplier reported by itself about an attempt, for those who may read notices. */
function NoticesLink({ attempt: { supplier, reference } }: { attempt: Attempt }) {
  const texts = useTexts(attemptTexts);
  const sees = useHasPermission(permission.jobs);
  if (!sees) return null;
  return (
    <Link to="/jobs" search={{ tab: 'notices', source: `supplier:${supplier}`, subject: reference }}>
      {texts.notices}
    </Link>
  );
}

interface RowProps {
  order: StaffOrderDetail;
  attempt: Attempt;
  open: boolean;
  onToggle: () => void;
}

function Row({ order, attempt, open, onToggle }: RowProps) {
  const texts = useTexts(attemptTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const Icon = open ? IconChevronDown : IconChevronRight;
  return (
    <tr>
      <td>
        <span className={classes['opener']}>
          <ActionIcon aria-label={texts.show(attempt.number)} aria-expanded={open} onClick={onToggle}>
            <Icon aria-hidden />
          </ActionIcon>
          {attempt.number}
        </span>
      </td>
      <td className={classes['supplier']}>{attempt.supplier}</td>
      <td className={classes['reference']}>{attempt.reference}</td>
      <td>
        {attempt.sentAt === null ? emptyMark : formatFollowingTime(attempt.sentAt, order.createdAt, shown, language)}
      </td>
      <td data-end>{tookOf(attempt)}</td>
      <td data-end data-money>
        {attempt.cost === 0 ? emptyMark : <Amount value={attempt.cost} prefix="Rp" />}
      </td>
      <td>
        <span className={classes['outcome']}>
          <Outcome attempt={attempt} />
          <span className={classes['small']}>{[attempt.code, attempt.message].filter(Boolean).join(' ')}</span>
        </span>
      </td>
    </tr>
  );
}

function Outcome({ attempt }: { attempt: Attempt }) {
  const texts = useTexts(attemptTexts);
  if (attempt.state === 'prepared') return <StatusPill tone="queued">{texts.unsent}</StatusPill>;
  if (attempt.state === 'sending') return <StatusPill tone="running">{texts.sending}</StatusPill>;
  const names: Record<string, string> = texts.outcomes;
  return (
    <StatusPill tone={tones[attempt.outcome] ?? 'waiting'}>{names[attempt.outcome] ?? attempt.outcome}</StatusPill>
  );
}

/** How long the supplier took for the purchase; later answers are those of status queries and notices. */
function tookOf({ exchanges, sentAt, answeredAt, checks }: Attempt): string {
  const first = exchanges.find(({ query }) => query === 0);
  if (first) return `${first.took} ms`;
  if (sentAt === null || answeredAt === null || checks > 0) return emptyMark;
  return `${Date.parse(answeredAt) - Date.parse(sentAt)} ms`;
}
