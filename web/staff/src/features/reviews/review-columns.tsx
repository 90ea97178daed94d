import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';

import { formatAge } from '@/age/age';
import { ageTexts } from '@/age/age-texts';
import { type StaffReview, takeReviewsOptions } from '@/orders/order-queries';
import { nameOf, orderWords } from '@/orders/order-words';
import { useCurrentStaff, useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatDateClock } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { ProgressButton } from '@shared/ui/progress-button';

import { reviewsTexts } from './reviews-texts';

const head = columnHead(reviewsTexts, 'columns');

/** A review with the moment at which the list was loaded. */
export type ReviewRow = StaffReview & { now: number };

/** The columns of the queue of reviews. */
export const reviewColumns: ListColumns<ReviewRow> = [
  {
    id: 'age',
    header: head('age'),
    cell: (review) => <AgeCell at={review.createdAt} now={review.now} />,
    look: { width: 10, minWidth: 9, skeleton: 'two-lines', phone: 'labelled' },
  },
  {
    id: 'order',
    header: head('order'),
    cell: (review) => <OrderCell review={review} />,
    look: { width: 14, minWidth: 12, phone: 'title' },
  },
  {
    id: 'kind',
    header: head('kind'),
    cell: (review) => <KindCell review={review} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'client',
    header: head('client'),
    cell: (review) => <ClientCell review={review} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'owner',
    header: head('owner'),
    cell: (review) => <OwnerCell review={review} />,
    look: { width: 9, minWidth: 8, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (review) => <TakeCell review={review} />,
    look: { width: 9, minWidth: 8, phone: 'end' },
  },
];

function AgeCell({ at, now }: { at: string; now: number }) {
  const language = useLanguage();
  const { shown } = useZones();
  const ages = useTexts(ageTexts);
  return (
    <TwoLines caption={<time dateTime={at}>{formatDateClock(at, shown, language)}</time>}>
      {formatAge(at, now, ages)}
    </TwoLines>
  );
}

function OrderCell({ review }: { review: StaffReview }) {
  const texts = useTexts(reviewsTexts);
  return (
    <Link to="/orders/$id" params={{ id: review.orderId }} aria-label={texts.open(review.orderId)}>
      <GroupedNumber value={review.orderId} />
    </Link>
  );
}

function KindCell({ review }: { review: StaffReview }) {
  const stateTexts = useTexts(orderWords);
  return <TwoLines caption={review.detail}>{stateTexts.reviews[review.kind]}</TwoLines>;
}

function ClientCell({ review }: { review: StaffReview }) {
  const stateTexts = useTexts(orderWords);
  return <TwoLines caption={stateTexts.clientId(review.clientId)}>{review.clientName}</TwoLines>;
}

function OwnerCell({ review: { owner, ownedAt } }: { review: StaffReview }) {
  const texts = useTexts(reviewsTexts);
  const language = useLanguage();
  const { shown } = useZones();
  if (owner === '') return texts.nobody;
  return (
    <TwoLines caption={ownedAt === null ? undefined : formatDateClock(ownedAt, shown, language)}>
      {nameOf(owner)}
    </TwoLines>
  );
}

function TakeCell({ review: { orderId, owner } }: { review: StaffReview }) {
  const texts = useTexts(reviewsTexts);
  const allowed = useHasPermission(permission.orderSettle);
  const me = useCurrentStaff()?.username;
  const { mutate, isPending } = useMutation(takeReviewsOptions());
  if (!allowed || (owner !== '' && nameOf(owner) === me)) return null;
  return (
    <ProgressButton
      variant="default"
      size="sm"
      aria-label={texts.takeOf(orderId)}
      sending={isPending}
      sendingLabel={texts.taking}
      onPress={() => mutate(orderId)}
    >
      {texts.take}
    </ProgressButton>
  );
}
