import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, NumberCell, ReferenceCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { CardHead } from '@shared/ui/card';

import { endOrderOptions, type OrderEnd, type WaitingOrder } from './sandbox-queries';
import { sandboxTexts } from './sandbox-texts';
import classes from './sandbox.module.css';

const orderEnds: readonly OrderEnd[] = ['success', 'failed', 'reversed'];

/** What the buttons of the rows do. */
const EndContext = createContext<(order: WaitingOrder, as: OrderEnd) => void>(() => undefined);

function EndButtons({ order }: { order: WaitingOrder }) {
  const texts = useTexts(sandboxTexts).waiting;
  const end = useContext(EndContext);
  return (
    <span className={classes['ends']}>
      {orderEnds.map((as) => (
        <Button
          key={as}
          variant="default"
          size="sm"
          aria-label={texts.endAs(order.clientRef, texts[as])}
          onClick={() => end(order, as)}
        >
          {texts[as]}
        </Button>
      ))}
    </span>
  );
}

function DestinationCell({ order }: { order: WaitingOrder }) {
  const { destination } = useTexts(sandboxTexts).waiting;
  return <NumberCell value={order.destinationNo} copyLabel={destination} />;
}

const head = columnHead(sandboxTexts, 'waiting');

const waitingColumns: ListColumns<WaitingOrder> = [
  {
    id: 'reference',
    header: head('reference'),
    cell: (row) => <ReferenceCell value={row.clientRef} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'destination',
    header: head('destination'),
    cell: (row) => <DestinationCell order={row} />,
    look: { width: 11, skeleton: 'line' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: (row) => <AmountCell value={row.amount} />,
    look: { width: 8, align: 'end', skeleton: 'line' },
  },
  {
    id: 'end',
    header: head('end'),
    cell: (row) => <EndButtons order={row} />,
    look: { width: 18, align: 'end', skeleton: 'icon', phone: 'plain' },
  },
];

const tableWidth = 46;
const idOf = ({ clientRef }: WaitingOrder) => clientRef;

/** The orders of the sandbox that wait, with the ends that a person can choose. */
export function WaitingOrders({ orders }: { orders: readonly WaitingOrder[] }) {
  const texts = useTexts(sandboxTexts).waiting;
  const { mutate, isPending } = useMutation(endOrderOptions());
  const end = useCallback(
    ({ clientRef }: WaitingOrder, as: OrderEnd) => {
      if (!isPending) mutate({ clientRef, as }, { onSuccess: () => notifySuccess(texts.ended(clientRef)) });
    },
    [isPending, mutate, texts],
  );

  return (
    <EndContext value={end}>
      <DataTable
        label={texts.title}
        head={<CardHead title={texts.title} hint={texts.hint} />}
        columns={waitingColumns}
        view={
          orders.length > 0
            ? { kind: 'rows', rows: orders, waiting: isPending }
            : {
                kind: 'notice',
                notice: (
                  <ListNotice icon={IconClock} title={texts.none}>
                    {texts.noneText}
                  </ListNotice>
                ),
              }
        }
        rowId={idOf}
        lines={1}
        minWidth={tableWidth}
      />
    </EndContext>
  );
}
