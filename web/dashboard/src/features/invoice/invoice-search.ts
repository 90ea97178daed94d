import { pageNumber, searchSchema, textThat } from '@shared/url/search-fields';

const invoiceId = textThat((given) => /^\d{1,19}$/u.test(given));

/** The search parameters of the invoice page. The URL is the only store of the page and the open invoice. */
export const invoiceSearchSchema = searchSchema({ page: pageNumber(), invoice: invoiceId });

export type InvoiceSearch = ReturnType<typeof invoiceSearchSchema.parse>;
