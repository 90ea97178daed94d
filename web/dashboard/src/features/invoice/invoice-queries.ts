import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { session } from '@/session/session';
import { baseUrlOf } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';
import { uploadForm } from '@shared/api/upload';
import type { Day } from '@shared/format/calendar-day';

/** One row of the list, as in the published API. */
export type Invoice = AnswerOf<'/v1/invoices/client', 'get'>['data'][number];

/** An invoice with its lines. */
export type InvoiceDetail = AnswerOf<'/v1/invoices/client/{id}', 'get'>;

/** Query keys of this feature. Events of `invoices` invalidate both. */
export const invoiceKeys = {
  all: ['invoices'] as const,
  list: (page: number) => ['invoices', 'list', page] as const,
  detail: (id: string) => ['invoices', 'detail', id] as const,
};

// Links to files end after an hour, so answers are renewed before, in milliseconds.
const linkRenewal = 30 * 60 * 1000;

/** A page of the invoices. The rows of the previous page stay until the new ones are loaded. */
export function invoiceListOptions(page: number) {
  return queryOptions({
    queryKey: invoiceKeys.list(page),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/invoices/client', { params: { query: { page } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: linkRenewal,
    meta: { inPlace: true },
  });
}

/** One invoice with its lines. */
export function invoiceOptions(id: string) {
  return queryOptions({
    queryKey: invoiceKeys.detail(id),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/invoices/client/{id}', { params: { path: { id } }, signal })),
    refetchInterval: linkRenewal,
    meta: { inPlace: true },
  });
}

/** What the client says about a payment. */
export interface Confirmation {
  transferDate: Day | undefined;
  file: File | undefined;
}

/** Sends the proof of a payment. A repeat replaces it, so it is safe. The form shows refusals. */
export function confirmPaymentOptions(id: string, onProgress: (share: number) => void) {
  return mutationOptions({
    mutationKey: ['invoices', 'confirm', id],
    mutationFn: ({ transferDate, file }: Confirmation) => {
      const form = new FormData();
      form.set('date_transfer', transferDate ?? '');
      if (file) form.set('payment_confirmation', file);
      const url = `${baseUrlOf('main')}/v1/invoices/client/${encodeURIComponent(id)}/confirm-payment`;
      return uploadForm(session, url, form, onProgress);
    },
    onSuccess: reloads(invoiceKeys.all),
  });
}
