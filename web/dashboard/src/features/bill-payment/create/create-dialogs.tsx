import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { useCurrentUser } from '@/session/current-user';

import { type BillProduct, billProductsKey, type NewScheduledOrder, type ScheduledOrder } from '../bill-queries';
import { PinDialog } from '../pin/pin-dialog';
import { CreateDialog } from './create-dialog';
import { createTexts } from './create-texts';
import { forgetDraft } from './draft';
import { StatusDialog } from './status-dialog';

interface CreateOrderDialogsProps {
  product: BillProduct;
  opened: boolean;
  onClose: () => void;
}

/** Create Order, then Input PIN, then Transaction Status. */
export function CreateOrderDialogs({ product, opened, onClose }: CreateOrderDialogsProps) {
  const texts = useTexts(createTexts);
  const navigate = useNavigate();
  const client = useQueryClient();
  const user = useCurrentUser();
  const [order, setOrder] = useState<Omit<NewScheduledOrder, 'pin'>>();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<ScheduledOrder>();
  const [told, setTold] = useState(false);
  function finish(created: ScheduledOrder) {
    notifySuccess(texts.success, texts.created);
    forgetDraft(user?.id, product.code);
    setAsking(false);
    onClose();
    setMade(created);
    setTold(true);
  }
  return (
    <>
      <CreateDialog
        key={product.code}
        product={product}
        opened={opened}
        onClose={onClose}
        onProceed={(next) => {
          setOrder(next);
          setAsking(true);
        }}
      />
      {order && (
        <PinDialog
          product={product}
          order={order}
          opened={asking}
          onClose={() => setAsking(false)}
          onCreated={finish}
          onPriceChanged={(words) => {
            // Back to the form, which shows the new price: the user has to agree to it.
            setAsking(false);
            notifyError({ title: words, text: texts.priceChanged });
            void client.invalidateQueries({ queryKey: billProductsKey });
          }}
        />
      )}
      {made && (
        <StatusDialog
          order={made}
          opened={told}
          onClose={() => setTold(false)}
          onHistory={() => void navigate({ to: '/bill-payment/order-history', search: { order: made.id } })}
        />
      )}
    </>
  );
}
