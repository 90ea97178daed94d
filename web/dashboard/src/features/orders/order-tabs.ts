/** The tabs of Order History, named as in the last part of the path. */
export type OrderTab = 'list' | 'export' | 'report';

/** The tabs of a user. Report needs the user option for the new report. */
export function orderTabs(withReport: boolean): readonly OrderTab[] {
  return withReport ? ['list', 'export', 'report'] : ['list', 'export'];
}

/** The tab that a path opens. A tab that does not exist, or that the user does not have, opens the list. */
export function openTab(type: string | undefined, withReport: boolean): OrderTab {
  return orderTabs(withReport).find((tab) => tab === type) ?? 'list';
}
