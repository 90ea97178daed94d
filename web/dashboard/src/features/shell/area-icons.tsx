import {
  IconBuildingStore,
  IconFileInvoice,
  IconHeadset,
  IconListDetails,
  IconReceipt,
  IconReportMoney,
  IconTags,
  IconUser,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';

import type { Area } from '@/navigation/area-texts';

/** The icon of each area. */
export const areaIcons: Record<Area, TablerIcon> = {
  'bill-payment': IconReceipt,
  connect: IconBuildingStore,
  orders: IconListDetails,
  deposit: IconWallet,
  invoice: IconFileInvoice,
  product: IconTags,
  cs: IconHeadset,
  settlement: IconReportMoney,
  profile: IconUser,
};
