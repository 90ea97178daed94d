import {
  IconBuildingStore,
  IconFileText,
  IconHeadset,
  IconLayoutList,
  IconReceipt,
  IconReportMoney,
  IconTags,
  IconUser,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';

import type { Area } from '@/shared/page/area-texts';

/** The sign of each area. */
export const areaIcons: Record<Area, TablerIcon> = {
  'bill-payment': IconReceipt,
  connect: IconBuildingStore,
  orders: IconLayoutList,
  deposit: IconWallet,
  invoice: IconFileText,
  product: IconTags,
  cs: IconHeadset,
  settlement: IconReportMoney,
  profile: IconUser,
};
