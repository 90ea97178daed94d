import { Button } from '@mantine/core';
import { IconHistory, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import type { ListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { notifySuccess } from '@shared/notify/notify';
import { lazyPart } from '@shared/state/lazy-part';
import { CursorPager } from '@shared/table/cursor-pager';
import { ProgressButton } from '@shared/ui/progress-button';
import { firstKeysetPage, keysetPageAfter, keysetPageBefore } from '@shared/url/keyset-page';

import { PanelSkeleton } from '../panel-skeleton';
import { deliveryColumns, DeliveryContext } from './delivery-columns';
import { DeliveryFilters } from './delivery-filters';
import { deliveryTexts } from './delivery-texts';
import {
  cursorAt,
  deliveriesPerPage,
  type Delivery,
  deliveryListOptions,
  resendOptions,
  type Webhook,
} from './webhook-queries';
import type { WebhookSearch } from './webhook-search';
import classes from './webhooks.module.css';

const DeliveryDetail = lazyPart(async () => (await import('./delivery-detail')).DeliveryDetail, <PanelSkeleton />);

const deliveryList: ListDeclaration<Delivery, WebhookSearch> = {
  texts: deliveryTexts,
  icon: IconHistory,
  columns: deliveryColumns,
  rowId: ({ id }) => id,
  lines: 1,
  minWidth: 54,
  pageSize: deliveriesPerPage,
  skeletonRows: 5,
  narrowedBy: ['state', 'type', 'query'],
};

interface DeliveryListProps {
  endpoint: Webhook;
  address: ListAddress<WebhookSearch>;
  onSendSince: () => void;
}

/** What was sent to an endpoint: chosen by filters, opened in place, and sent again. */
export function DeliveryList({ endpoint, address, onSendSince }: DeliveryListProps) {
  const { search, filter, turn, open, replace } = address;
  const deliveries = useQuery(deliveryListOptions(endpoint.id, search));
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const cells = useMemo(() => {
    const toggle = ({ id }: Delivery) =>
      search.delivery === id ? replace({ ...search, delivery: undefined }) : open({ ...search, delivery: id });
    const select = ({ id }: Delivery, on: boolean) =>
      setSelectedIds((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
    return { openId: search.delivery, toggle, select };
  }, [search, open, replace]);
  const change = (next: WebhookSearch) => filter({ ...next, ...firstKeysetPage, delivery: undefined });
  return (
    <DeliveryContext value={cells}>
      <ListPage
        list={deliveryList}
        address={{ ...address, filter: (next) => change({ ...next, endpoint: search.endpoint }) }}
        query={deliveries}
        rows={deliveries.data}
        onOpen={cells.toggle}
        openId={search.delivery}
        renderOpened={({ id }) => <DeliveryDetail endpointId={endpoint.id} id={id} />}
        selectedIds={selectedIds}
        filters={
          <DeliveryFilters
            search={search}
            onSearch={change}
            actions={
              selectedIds.size > 0 ? (
                <SendSelected
                  endpointId={endpoint.id}
                  ids={[...selectedIds]}
                  onSent={() => setSelectedIds(new Set())}
                />
              ) : (
                <SendSince off={endpoint.state === 'off'} onPress={onSendSince} />
              )
            }
          />
        }
        renderPager={(view) =>
          view.kind !== 'notice' && (
            <CursorPager
              page={search.page ?? 1}
              pageSize={deliveriesPerPage}
              view={view}
              next={(rows) => turned(search, keysetPageAfter(search.page, rows, deliveriesPerPage, cursorAt))}
              previous={(rows) => turned(search, keysetPageBefore(search.page, rows, cursorAt))}
              onSearch={turn}
            />
          )
        }
      />
    </DeliveryContext>
  );
}

const turned = (search: WebhookSearch, page: Partial<WebhookSearch> | null) =>
  page && { ...search, delivery: undefined, ...page };

/** Opens the dialog that sends again since a time. An endpoint that is off gets nothing. */
function SendSince({ off, onPress }: { off: boolean; onPress: () => void }) {
  const texts = useTexts(deliveryTexts);
  return (
    <Button variant="default" disabled={off} leftSection={<IconHistory aria-hidden />} onClick={onPress}>
      {texts.sendSince}
    </Button>
  );
}

interface SendSelectedProps {
  endpointId: string;
  ids: string[];
  onSent: () => void;
}

function SendSelected({ endpointId, ids, onSent }: SendSelectedProps) {
  const texts = useTexts(deliveryTexts);
  const resend = useMutation(resendOptions(endpointId));
  return (
    <div className={classes['selection']}>
      <span className={classes['caption']}>{texts.selected(ids.length)}</span>
      <ProgressButton
        leftSection={<IconRefresh aria-hidden />}
        sending={resend.isPending}
        sendingLabel={texts.resending}
        onPress={() =>
          resend.mutate(
            { ids },
            {
              onSuccess: ({ count }) => {
                notifySuccess(texts.resent(groupThousands(count)));
                onSent();
              },
            },
          )
        }
      >
        {texts.sendSelected}
      </ProgressButton>
    </div>
  );
}
