import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { useLast } from '@shared/ui/use-last';

import { ShownOnceDialog } from '../../shown-once-dialog';
import { DevelopersFrame } from '../developers-frame';
import { DeliveryList } from './delivery-list';
import { EndpointBanners } from './endpoint-banners';
import { EndpointList } from './endpoint-list';
import { EndpointPanel } from './endpoint-panel';
import { webhookListOptions } from './webhook-queries';
import type { WebhookSearch } from './webhook-search';
import { webhookTexts } from './webhook-texts';

const route = getRouteApi('/_app/profile/developers');

const EndpointDialog = lazyDialog(async () => (await import('./endpoint-dialog')).EndpointDialog);
const RollDialog = lazyDialog(async () => (await import('./roll-dialog')).RollDialog);
const TestDialog = lazyDialog(async () => (await import('./test-dialog')).TestDialog);
const SinceDialog = lazyDialog(async () => (await import('./since-dialog')).SinceDialog);

/** The client's endpoints, and what was sent to the one that is shown. */
export function WebhooksPage() {
  return (
    <DevelopersFrame>
      <Webhooks />
    </DevelopersFrame>
  );
}

type Opened = 'add' | 'edit' | 'roll' | 'test' | 'since';

function Webhooks() {
  const texts = useTexts(webhookTexts).secret;
  const address = useListAddress<WebhookSearch>(route.useSearch());
  const endpoints = useQuery(webhookListOptions());
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<string>();
  const list = endpoints.data ?? [];
  const shown = list.find(({ id }) => id === address.search.endpoint) ?? list[0];
  const form = useLast(opened === 'add' || opened === 'edit' ? opened : undefined);
  const close = () => setOpened(undefined);
  const show = (id: string) => address.replace({ endpoint: id });
  return (
    <>
      <EndpointBanners endpoints={list} />
      <EndpointList
        endpoints={endpoints}
        shownId={shown?.id}
        onShow={({ id }) => show(id)}
        onAdd={() => setOpened('add')}
      />
      {shown && (
        <>
          <EndpointPanel
            endpoint={shown}
            onTest={() => setOpened('test')}
            onEdit={() => setOpened('edit')}
            onRoll={() => setOpened('roll')}
          />
          <DeliveryList key={shown.id} endpoint={shown} address={address} onSendSince={() => setOpened('since')} />
          <RollDialog opened={opened === 'roll'} endpointId={shown.id} onRolled={setSecret} onClose={close} />
          <TestDialog opened={opened === 'test'} endpoint={shown} onClose={close} />
          <SinceDialog opened={opened === 'since'} endpointId={shown.id} onClose={close} />
        </>
      )}
      <EndpointDialog
        opened={opened === 'add' || opened === 'edit'}
        endpoint={form === 'edit' ? shown : undefined}
        onAdded={(id, added) => {
          show(id);
          setSecret(added);
        }}
        onClose={close}
      />
      <ShownOnceDialog value={secret} label={texts.label} texts={texts} onClose={() => setSecret(undefined)} />
    </>
  );
}
