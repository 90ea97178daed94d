import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';

import { reportFailure, reportingFailure } from '@shared/reporting/report-failure';

type ContactPage = AnswerOf<'/v1/employees', 'get'>;

/** An employee or customer with a destination number, as in the published API. */
export type Contact = ContactPage['data'][number];

/** A contact as it was stored, with what was repaired in its number and who has the same. */
export type SavedContact = AnswerOf<'/v1/employee', 'post'>['data'];

/** Rows of a full page of contacts, in the list and in the picker. */
export const contactsPerPage = 10;

/** Query keys of contacts. A change of a contact invalidates all. */
const contactKeys = {
  all: ['contacts'] as const,
  list: (search: string, page: number) => ['contacts', 'list', search, page] as const,
  picker: (search: string) => ['contacts', 'picker', search] as const,
};

function loadContacts(search: string, page: number, failure: string, signal: AbortSignal): Promise<ContactPage> {
  const query = { active: true, searchValue: search, perPage: contactsPerPage, page };
  return reportingFailure(failure, signal, unwrap(api.main.GET('/v1/employees', { params: { query }, signal })));
}

/** A page of the active contacts. The rows of the previous page stay until the new ones are loaded. */
export function contactListOptions(search: string, page: number) {
  return queryOptions({
    queryKey: contactKeys.list(search, page),
    queryFn: ({ signal }) => loadContacts(search, page, 'Error when getting contact list', signal),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** The pages of the contact picker. A page that is not full is the last one. */
export function contactPickerOptions(search: string) {
  return infiniteQueryOptions({
    queryKey: contactKeys.picker(search),
    queryFn: ({ pageParam, signal }) => loadContacts(search, pageParam, 'Failed to fetch contacts', signal),
    initialPageParam: 1,
    getNextPageParam: ({ data }, _pages, page) => (data.length === contactsPerPage ? page + 1 : undefined),
    meta: { inPlace: true },
  });
}

/** The input of the contact form. */
export interface ContactInput {
  code: string;
  name: string;
  destinationNo: string;
}

/** Creates a contact, or changes the one with an id; its code stays. The form shows refusals. */
export function saveContactOptions(id: string | undefined) {
  return mutationOptions({
    mutationKey: ['contacts', 'save', id],
    mutationFn: async (input: ContactInput) => {
      const body = { code: input.code.trim(), name: input.name.trim(), destinationNo: input.destinationNo.trim() };
      const call =
        id === undefined
          ? api.main.POST('/v1/employee', { body })
          : api.main.PATCH('/v1/edit/employee', { body: { id, ...body } });
      return (await unwrap(call)).data;
    },
    onError: (error) =>
      reportFailure(id === undefined ? 'Error when creating contact' : 'Error when updating contact', error),
    onSuccess: reloads(contactKeys.all),
  });
}

/** Deletes a contact: it is inactive afterwards. */
export function deleteContactOptions() {
  return mutationOptions({
    mutationKey: ['contacts', 'delete'],
    mutationFn: ({ id }: Contact) => unwrap(api.main.PATCH('/v1/employee/{id}', { params: { path: { id } } })),
    onError: (error, { name }) => reportFailure(`Error when deleting contact: ${name}`, error),
    onSuccess: reloads(contactKeys.all),
  });
}
