import {
  IconBuilding,
  IconBuildingStore,
  IconCashBanknote,
  IconChartBar,
  IconChecks,
  IconClockHour4,
  IconEyeExclamation,
  IconFileInvoice,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPackage,
  IconMessageReport,
  IconRoute,
  IconSpeakerphone,
  IconTags,
  IconSettings,
  IconTool,
  IconTruckDelivery,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';

import type { Area } from '@/navigation/area-texts';
import type { Overview } from '@/overview/overview-queries';
import { permission } from '@/session/permissions';
import type { Access } from '@shared/app/session/use-account';
import type { SidebarEntry } from '@shared/app/shell/shell-parts';

import type { GroupName } from './shell-texts';

/** An entry of the sidebar. Its area names its page: `/orders`. */
interface Entry {
  area: Area;
  icon: TablerIcon;
  /** The heading above the entries of a group. */
  group?: GroupName;
  /** Who lacks it doesn't see the entry. */
  needs?: number;
  /** What waits there. */
  count?: (overview: Overview) => number | undefined;
}

/** The entries in their order. An area that is not here has pages without an entry. */
export const entryList: readonly Entry[] = [
  { area: 'overview', icon: IconLayoutDashboard },
  { area: 'approvals', icon: IconChecks, count: ({ needs }) => needs.approvals },
  { area: 'shift', icon: IconClockHour4 },
  { area: 'orders', icon: IconListDetails, group: 'orders', needs: permission.orderDetail },
  {
    area: 'reviews',
    icon: IconEyeExclamation,
    group: 'orders',
    needs: permission.orderDetail,
    count: ({ needs }) => needs.reviews,
  },
  { area: 'complaints', icon: IconMessageReport, group: 'orders', needs: permission.orderSettle },
  { area: 'clients', icon: IconBuilding, group: 'clients', needs: permission.clientList },
  { area: 'shops', icon: IconBuildingStore, group: 'clients', needs: permission.shops },
  { area: 'announcements', icon: IconSpeakerphone, group: 'clients', needs: permission.announcements },
  { area: 'products', icon: IconPackage, group: 'catalogue', needs: permission.products },
  { area: 'prices', icon: IconTags, group: 'catalogue', needs: permission.products },
  { area: 'suppliers', icon: IconTruckDelivery, group: 'catalogue', needs: permission.suppliers },
  { area: 'routing', icon: IconRoute, group: 'catalogue', needs: permission.routing },
  {
    area: 'topups',
    icon: IconCashBanknote,
    group: 'money',
    needs: permission.suspense,
    count: ({ needs }) => needs.suspenseTransfers,
  },
  { area: 'invoices', icon: IconFileInvoice, group: 'money', needs: permission.invoices },
  { area: 'reports', icon: IconChartBar, group: 'money', needs: permission.reports },
  { area: 'jobs', icon: IconTool, group: 'system', needs: permission.jobs },
  { area: 'settings', icon: IconSettings, group: 'system', needs: permission.jobs },
  { area: 'audit', icon: IconHistory, group: 'system', needs: permission.auditRead },
  { area: 'people', icon: IconUsersGroup, group: 'system', needs: permission.staffManage },
];

/** Returns the entries that a member of staff may open. */
export function sidebarEntries({ permissions }: Access, overview: Overview | undefined): SidebarEntry[] {
  return entryList
    .filter(({ needs }) => needs === undefined || permissions.includes(needs))
    .map(({ area, group, count }) => ({
      area,
      group,
      count: overview && count?.(overview),
      isNew: false,
      disabled: false,
    }));
}
