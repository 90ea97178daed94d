/** The tabs of Order History, named as in the last part of the path. */
export type OrderTab = 'list' | 'export' | 'report';

/** The tabs of a user. Report needs the user option for the new report; the sandbox has no daily reports. */
export function orderTabs(withReport: boolean, ofSandbox = false): readonly OrderTab[] {
  return withReport && !ofSandbox ? ['list', 'export', 'report'] : ['list', 'export'];
}

/** The tab that a path opens. A tab that does not exist, or that the user does not have, opens the list. */
export function openTab(type: string | undefined, withReport: boolean, ofSandbox = false): OrderTab {
  return orderTabs(withReport, ofSandbox).find((tab) => tab === type) ?? 'list';
}
