import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { session } from '@/session/session';
import { baseUrlOf } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import { uploadForm } from '@shared/api/upload';

import type { InvoiceSearch } from './invoice-search';

const invoicesKey = ['invoices'] as const;

export type Invoice = AnswerOf<'/staff/v1/invoices', 'get'>['data'][number];
export type InvoiceDetail = AnswerOf<'/staff/v1/invoices/{id}', 'get'>;

/** Invoices of all clients: open ones with those due first, paid ones newest first, page after page. */
export function invoiceListOptions({ status, clientId }: InvoiceSearch) {
  const query = { status, clientId: clientId === undefined ? undefined : Number(clientId) };
  return infiniteQueryOptions({
    queryKey: [...invoicesKey, 'list', status, clientId],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/staff/v1/invoices', { params: { query: { ...query, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor || undefined,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

export function invoiceOptions(id: string) {
  return queryOptions({
    queryKey: [...invoicesKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/invoices/{id}', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

/** The address of the newest proof of payment, which is held in memory until the page is left. */
export function proofOptions({ id, transferDate }: InvoiceDetail) {
  return queryOptions({
    queryKey: [...invoicesKey, 'proof', id, transferDate],
    queryFn: async ({ signal }) => {
      const call = api.GET('/staff/v1/invoices/{id}/proof', { params: { path: { id } }, parseAs: 'blob', signal });
      return URL.createObjectURL(await unwrap(call));
    },
    staleTime: Infinity,
    meta: { inPlace: true },
  });
}

/** What staff do with an invoice for a reason. */
export type InvoiceAct = 'paid' | 'done';

export function endInvoiceOptions(id: string, act: InvoiceAct) {
  return mutationOptions({
    mutationKey: [...invoicesKey, act, id],
    mutationFn: ({ reason }: { reason: string }) => {
      const input = { params: { path: { id } }, body: { reason } };
      return unwrap(
        act === 'paid'
          ? api.POST('/staff/v1/invoices/{id}/paid', input)
          : api.POST('/staff/v1/invoices/{id}/done', input),
      );
    },
    onSuccess: reloads(invoicesKey, ['overview']),
  });
}

export function creditNoteOptions(id: string) {
  return mutationOptions({
    mutationKey: [...invoicesKey, 'credit-note', id],
    mutationFn: ({ amount, reason }: { amount: number | undefined; reason: string }) =>
      unwrap(
        api.POST('/staff/v1/invoices/{id}/credit-notes', {
          params: { path: { id } },
          body: { amount: amount ?? 0, reason },
        }),
      ),
    onSuccess: reloads(invoicesKey),
  });
}

/** Attaches the formal tax invoice, a PDF. */
export function attachFormalOptions(id: string) {
  return mutationOptions({
    mutationKey: [...invoicesKey, 'formal', id],
    mutationFn: ({ file, reason }: { file: File | undefined; reason: string }) => {
      const form = new FormData();
      form.set('reason', reason);
      if (file) form.set('file', file);
      const url = `${baseUrlOf('main')}/staff/v1/invoices/${encodeURIComponent(id)}/formal`;
      return uploadForm(session, url, form, () => undefined);
    },
    onSuccess: reloads(invoicesKey),
  });
}
