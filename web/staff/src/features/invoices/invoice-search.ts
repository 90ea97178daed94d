import { oneOf, pageNumber, searchSchema, text, textThat } from '@shared/url/search-fields';

/** The filters besides open ones, which the list has without a filter. */
export const invoiceStates = ['pending', 'overdue', 'unpaid', 'paid', 'done'] as const;

const longestId = 19;

/** The search parameters of the invoices: filters, and the invoice that is open in place. */
export const invoiceSearchSchema = searchSchema({
  page: pageNumber(),
  status: oneOf(invoiceStates),
  clientId: textThat((given) => /^[1-9]\d{0,8}$/u.test(given)),
  id: text(longestId),
});

export type InvoiceSearch = ReturnType<typeof invoiceSearchSchema.parse>;
