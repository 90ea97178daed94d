/** The tabs of Order History, as the last part of its path names them. */
export type OrderTab = 'list' | 'export' | 'report';

/** The tabs a user has; Report only with the user option for the new report. */
export function orderTabs(withReport: boolean): readonly OrderTab[] {
  return withReport ? ['list', 'export', 'report'] : ['list', 'export'];
}

/** The tab that a path opens; one that the user lacks, or that does not exist, is the list. */
export function openTab(type: string | undefined, withReport: boolean): OrderTab {
  return orderTabs(withReport).find((tab) => tab === type) ?? 'list';
}
