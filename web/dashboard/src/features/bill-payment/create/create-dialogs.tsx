import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import type { BillProduct, NewScheduledOrder, ScheduledOrder } from '../bill-queries';
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
  const [order, setOrder] = useState<Omit<NewScheduledOrder, 'pin'>>();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<ScheduledOrder>();
  const [told, setTold] = useState(false);
  function finish(created: ScheduledOrder) {
    notifySuccess(texts.success, texts.created);
    forgetDraft(product.code);
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
        />
      )}
      {made && (
        <StatusDialog
          order={made}
          opened={told}
          onClose={() => setTold(false)}
          onHistory={() => void navigate({ href: '/bill-payment/order-history' })}
        />
      )}
    </>
  );
}
