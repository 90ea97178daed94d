/** Permission ids of staff (docs/product/access.md#permissions). */
export const permission = {
  clientList: 9,
  clientChange: 10,
  orderRefund: 51,
  orderDetail: 52,
  orderSettle: 58,
  topups: 72,
  walletAdjust: 401,
  suspense: 402,
  suppliers: 405,
  staffManage: 407,
  auditRead: 408,
  jobs: 409,
  approvalDecide: 410,
  userHelp: 411,
  reports: 412,
} as const;
