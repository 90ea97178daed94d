import { IconEyeExclamation, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { checkManyOptions, reviewsOptions } from '@/orders/order-queries';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { EmptyNotice } from '@shared/state/empty-notice';
import { DataTable } from '@shared/table/data-table';
import { useList } from '@shared/table/use-list';
import { Note } from '@shared/ui/note';
import { ProgressButton } from '@shared/ui/progress-button';

import { reviewColumns, type ReviewRow } from './review-columns';
import { reviewsTexts } from './reviews-texts';

/** The most orders that one call asks about. */
const mostChecked = 50;

/** The orders about which only a person can decide, the oldest first. */
export function ReviewsPage() {
  const texts = useTexts(reviewsTexts);
  const { label } = useZones();
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(label)}
      needs={{ permission: permission.orderDetail }}
      actions={<CheckAllButton />}
    >
      <Reviews />
    </Page>
  );
}

function Reviews() {
  const texts = useTexts(reviewsTexts);
  const load = useQuery(reviewsOptions());
  const { data, dataUpdatedAt: now } = load;
  const rows = useMemo(() => data?.data.map((review) => ({ ...review, now })), [data, now]);
  const { view } = useList(load, rows, {
    failed: texts.failed,
    empty: (
      <EmptyNotice icon={IconEyeExclamation} title={texts.none.title}>
        {texts.none.text}
      </EmptyNotice>
    ),
  });
  return (
    <>
      {data?.more === true && <Note>{texts.more}</Note>}
      <DataTable
        label={texts.table}
        columns={reviewColumns}
        view={view}
        rowId={rowId}
        lines={2}
        minWidth={56}
        skeletonRows={5}
      />
    </>
  );
}

const rowId = ({ orderId, kind }: ReviewRow) => `${orderId} ${kind}`;

/** Asks the suppliers of all orders whose outcome is unknown. */
function CheckAllButton() {
  const texts = useTexts(reviewsTexts);
  const allowed = useHasPermission(permission.orderSettle);
  const { data } = useQuery(reviewsOptions());
  const { mutate, isPending } = useMutation({
    ...checkManyOptions(),
    onSuccess: ({ data: answers }) => {
      const count = answers.filter((answer) => answer.asked).length;
      const refused = answers.filter((answer) => !answer.asked);
      const text = refused.map(({ orderId, message }) => texts.notAsked(orderId, message)).join('\n');
      if (count > 0) notifySuccess(texts.asked(count, answers.length), text);
      else notifyError({ title: texts.asked(count, answers.length), text });
    },
  });
  const unknown = (data?.data ?? []).filter(({ kind }) => kind === 'unknown' || kind === 'contradiction');
  if (!allowed) return null;
  return (
    <ProgressButton
      variant="default"
      leftSection={<IconRefresh aria-hidden />}
      disabled={unknown.length === 0}
      sending={isPending}
      sendingLabel={texts.checking}
      onPress={() => mutate(unknown.slice(0, mostChecked).map(({ orderId }) => orderId))}
    >
      {texts.checkAll}
    </ProgressButton>
  );
}
