import { useQuery } from '@tanstack/react-query';

import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { useCurrentUser } from '@/session/current-user';
import type { TopupOrder } from '@/wallet/topup-order-queries';

import { clientBanksOptions } from '../topup-queries';
import { GuideDialog } from '../tutorial/guide-dialog';
import { tutorialTexts } from '../tutorial/tutorial-texts';
import { transferGuides, transferGuideTexts } from './transfer-guides';

/** The code of what stands for all other banks. */
const other = 'OTHER';

interface HowToPayProps {
  order: TopupOrder;
  opened: boolean;
  onClose: () => void;
}

/** How to transfer the amount of an order from each bank. */
export function HowToPay({ order, opened, onClose }: HowToPayProps) {
  const texts = useTexts(tutorialTexts);
  const steps = useTexts(transferGuideTexts);
  const { data: banks = [order.bank] } = useQuery(clientBanksOptions(useCurrentUser()?.Client.id));
  return (
    <GuideDialog
      opened={opened}
      onClose={onClose}
      title={texts.howToPay}
      banks={banks}
      none={texts.none}
      guidesOf={(code) =>
        transferGuides(steps, {
          from: code === other ? undefined : banks.find((bank) => bank.code === code)?.name,
          to: order.bank.name,
          accountNo: order.acc_no,
          holder: order.acc_name,
          amount: formatRupiah(order.amount, 'Rp'),
        })
      }
    />
  );
}
