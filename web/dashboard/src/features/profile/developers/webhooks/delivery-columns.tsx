import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, VisuallyHidden } from '@mantine/core';
import { createContext, useContext } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateClock } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { EmptyValue, ReferenceCell, TextCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { useRowSelected } from '@shared/table/row-selection';
import { Tag } from '@shared/ui/tag';

import { developerTexts } from '../developer-texts';
import { durationText } from '../duration';
import { RowToggle } from '../row-toggle';
import { StatusText } from '../status-text';
import { failureText } from './failure-text';
import type { Delivery } from './webhook-queries';
import { deliveryTexts } from './delivery-texts';

interface Deliveries {
  /** Id of the delivery that is open. */
  openId: string | undefined;
  toggle: (delivery: Delivery) => void;
  select: (delivery: Delivery, on: boolean) => void;
}

/** What the cells of the list do. */
export const DeliveryContext = createContext<Deliveries>({
  openId: undefined,
  toggle: () => undefined,
  select: () => undefined,
});

function SelectCell({ delivery }: { delivery: Delivery }) {
  const texts = useTexts(deliveryTexts);
  const { select } = useContext(DeliveryContext);
  return (
    <Checkbox
      aria-label={texts.select(delivery.type, delivery.subject)}
      checked={useRowSelected()}
      // A sample is no event, so it is not sent again.
      disabled={delivery.test}
      onChange={({ currentTarget }) => select(delivery, currentTarget.checked)}
    />
  );
}

function EventCell({ delivery }: { delivery: Delivery }) {
  const texts = useTexts(deliveryTexts);
  const { openId, toggle } = useContext(DeliveryContext);
  return (
    <>
      <RowToggle
        opened={openId === delivery.id}
        label={texts.open(delivery.type, delivery.subject)}
        onToggle={() => toggle(delivery)}
      >
        {delivery.type}
      </RowToggle>{' '}
      {delivery.test && <Tag>{texts.test}</Tag>}
    </>
  );
}

function TimeCell({ delivery: { createdAt, last } }: { delivery: Delivery }) {
  const language = useLanguage();
  const { shown } = useZones();
  const at = last?.at ?? createdAt;
  return <time dateTime={at}>{formatDateClock(at, shown, language)}</time>;
}

function AnswerCell({ delivery: { last } }: { delivery: Delivery }) {
  const texts = useTexts(deliveryTexts);
  return last ? <StatusText status={last.status} failure={failureText(last.failure, texts)} /> : <EmptyValue />;
}

function TookCell({ delivery: { last } }: { delivery: Delivery }) {
  const texts = useTexts(developerTexts);
  return last ? durationText(last.took, texts) : <EmptyValue />;
}

function NextCell({ delivery: { state, nextAt, last } }: { delivery: Delivery }) {
  const texts = useTexts(deliveryTexts);
  const language = useLanguage();
  const { shown } = useZones();
  if (state === 'failed') return <TextCell>{texts.givenUp}</TextCell>;
  if (nextAt === null) return <EmptyValue />;
  return <TextCell>{last ? texts.next(formatDateClock(nextAt, shown, language)) : texts.sending}</TextCell>;
}

const head = columnHead(deliveryTexts, 'columns');
const selectHead = head('select');

/** The columns of what was sent to an endpoint. */
export const deliveryColumns: ListColumns<Delivery> = [
  {
    id: 'select',
    header: () => <VisuallyHidden component="span">{selectHead()}</VisuallyHidden>,
    cell: (row) => <SelectCell delivery={row} />,
    look: { width: 2.75, skeleton: 'icon', phone: 'end' },
  },
  {
    id: 'event',
    header: head('event'),
    cell: (row) => <EventCell delivery={row} />,
    look: { skeleton: 'line', phone: 'title' },
  },
  {
    id: 'subject',
    header: head('subject'),
    cell: (row) => <ReferenceCell value={row.subject} />,
    look: { width: 9, skeleton: 'line' },
  },
  {
    id: 'time',
    header: head('time'),
    cell: (row) => <TimeCell delivery={row} />,
    look: { width: 9.5, skeleton: 'line' },
  },
  {
    id: 'sends',
    header: head('sends'),
    cell: (row) => row.sends,
    look: { width: 5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'answer',
    header: head('answer'),
    cell: (row) => <AnswerCell delivery={row} />,
    look: { width: 5.5, skeleton: 'line' },
  },
  {
    id: 'duration',
    header: head('duration'),
    cell: (row) => <TookCell delivery={row} />,
    look: { width: 5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'next',
    header: head('next'),
    cell: (row) => <NextCell delivery={row} />,
    look: { width: 7.5, skeleton: 'line' },
  },
];
