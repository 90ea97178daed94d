import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useIdempotentRequest } from '@shared/form/use-idempotent-request';
import { useTexts } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { useCurrentUser } from '@/session/current-user';

import type { BillProduct, CreatedOrder } from './order-queries';
import { PinDialog } from './pin/pin-dialog';
import { CreateDialog, type ReadyOrder } from './create-dialog';
import { createTexts } from './create-texts';
import { forgetDraft, useOrderKey } from './order-draft';
import { EarlierOrderDialog } from './earlier-order';
import { StatusDialog } from './status-dialog';

interface CreateOrderDialogsProps {
  product: BillProduct;
  opened: boolean;
  onClose: () => void;
}

/** An order whose outcome is unknown, and how the user goes on if none was made. */
interface Earlier {
  key: string;
  sentAt: number;
  proceed: () => void;
}

/** Create Order, then Input PIN, then Transaction Status. After a lost answer it first looks for the order. */
export function CreateOrderDialogs({ product, opened, onClose }: CreateOrderDialogsProps) {
  const texts = useTexts(createTexts);
  const navigate = useNavigate();
  const user = useCurrentUser();
  const orderKey = useOrderKey(product.code);
  const request = useIdempotentRequest(`${user?.id ?? ''}.scheduled-order.${product.code}`, orderKey.key);
  const [order, setOrder] = useState<ReadyOrder>();
  const [pinOpen, setPinOpen] = useState(false);
  const [earlier, setEarlier] = useState<Earlier>();
  const [createdOrder, setCreatedOrder] = useState<CreatedOrder>();
  const [statusOpen, setStatusOpen] = useState(false);

  function end() {
    forgetDraft(user?.id, product.code);
    orderKey.renew();
    setPinOpen(false);
    setEarlier(undefined);
    onClose();
  }

  function finish(created: CreatedOrder) {
    end();
    setCreatedOrder(created);
    setStatusOpen(true);
  }

  /** Asks about an order whose outcome is unknown; without one it goes on at once. */
  function askEarlier(proceed: () => void) {
    const earlierTry = request.unanswered(null);
    if (earlierTry === undefined) proceed();
    else setEarlier({ key: earlierTry.key, sentAt: earlierTry.sentAt, proceed: proceed });
  }

  return (
    <>
      <CreateDialog
        key={product.code}
        product={product}
        opened={opened}
        onClose={onClose}
        onReset={end}
        onEarlier={askEarlier}
        onProceed={(next) => {
          setOrder(next);
          setPinOpen(true);
        }}
      />
      {order && (
        <PinDialog
          product={product}
          ready={order}
          request={request}
          opened={pinOpen}
          onClose={() => setPinOpen(false)}
          onCreated={(created) => {
            notifySuccess(texts.success, texts.created);
            finish(created);
          }}
          onUnanswered={() => {
            setPinOpen(false);
            askEarlier(() => setPinOpen(true));
          }}
          onPriceChanged={(notice) => {
            // Back to the form, which shows the new price: the user has to agree to it.
            setPinOpen(false);
            notifyError({ title: notice, text: texts.priceChanged });
          }}
        />
      )}
      <EarlierOrderDialog
        earlier={earlier}
        onClose={() => setEarlier(undefined)}
        onShow={(created) => {
          request.forget();
          finish(created);
        }}
        onAnother={() => {
          request.forget();
          orderKey.renew();
          setEarlier(undefined);
          earlier?.proceed();
        }}
        onNotMade={() => {
          request.allowChange();
          // The request may still be under way, of another tab too, which forgets it with the answer.
          if (earlier) orderKey.adopt(earlier.key);
          setEarlier(undefined);
          earlier?.proceed();
        }}
      />
      {createdOrder && (
        <StatusDialog
          order={createdOrder}
          opened={statusOpen}
          onClose={() => setStatusOpen(false)}
          onHistory={() => void navigate({ to: '/bill-payment/order-history', search: { order: createdOrder.id } })}
        />
      )}
    </>
  );
}
