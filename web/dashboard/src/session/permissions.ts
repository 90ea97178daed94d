/** Permission ids of the server (specification of the shell, section 6). */
export const permission = {
  clientList: 9,
  clientCreate: 10,
  productFilterClient: 20,
  productList: 21,
  productClientList: 22,
  productUpdate: 23,
  productClientStatusEdit: 24,
  productApproval: 25,
  productClientPriceEdit: 73,
  productEditStatus: 31,
  productEditProblem: 32,
  productEditDescription: 33,
  productEditPrice: 34,
  productEditProvider: 35,
  orderRefund: 51,
  orderDetail: 52,
  orderFilterClient: 20,
  orderFilterStatus: 55,
  orderFilterProvider: 56,
  orderSetStatus: 58,
  depositProvider: 70,
  depositClient: 71,
  depositTopUp: 72,
  profileChangeEmail: 17,
  profileCreateUser: 6,
  profileApiKey: 14,
  profileThreshold: 75,
  invoiceList: 204,
  pinUpdate: 205,
  scheduledOrderCreate: 206,
  scheduledOrderCancel: 207,
  scheduledOrderList: 208,
  scheduledOrderGet: 209,
  employeeCreate: 210,
  employeeList: 211,
  employeeDelete: 212,
  employeeUpdate: 213,
} as const;

/** Features of a client that open areas. */
export const feature = { corporate: 'corporate', uniqueAmount: 'unique-amount', connect: 'connect' } as const;

/** The role of root users. */
export const rootRole = 'client_root';
