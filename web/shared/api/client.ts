import createClient from 'openapi-fetch';

import { type BaseUrls, runtimeConfig } from '@shared/config/runtime-config';
import { currentLanguage } from '@shared/i18n/language';
import { presenceHeaders } from '@shared/session/presence';
import type { Session } from '@shared/session/session';
import { textOf } from '@shared/url/search-codec';

import { earlyAnswer } from './early-answers';
import type { paths } from './schema.gen';
import { send } from './send';

/** Writes a query string, joining lists with commas. Omits null, undefined and empty values. */
export function serializeQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = textOf(value);
    if (text !== '') search.append(name, text);
  }
  return search.toString();
}

/** Returns the absolute base URL of an API group. */
export function baseUrlOf(group: keyof BaseUrls): string {
  return runtimeConfig.baseUrls[group].replace(/\/+$/u, '') || window.location.origin;
}

/** Returns the header of calls in the sandbox. The server refuses it for calls that have none. */
export function modeHeaders(session: Session): Record<string, string> {
  return session.read().sandbox ? { 'Loket-Mode': 'test' } : {};
}

/** Returns the headers of each call: the token of the session, its mode, the language of the page, and who is present. */
export function callHeaders(session: Session): Record<string, string> {
  const { token } = session.read();
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...modeHeaders(session),
    // E-mails that a call sends follow the language of the page.
    'Accept-Language': currentLanguage(),
    ...presenceHeaders(),
  };
}

/** Creates the calls of a server, typed by its published paths. All send the token of the session. */
export function createCalls<Paths extends object>(baseUrl: string, session: Session) {
  const client = createClient<Paths>({
    baseUrl,
    querySerializer: serializeQuery,
    // Read at each call, so that tests can replace it.
    fetch: (request) => earlyAnswer(request) ?? send(request, session),
  });
  client.use({
    onRequest({ request }) {
      for (const [name, value] of Object.entries(callHeaders(session))) request.headers.set(name, value);
      return request;
    },
  });
  return client;
}

/** The API groups of an app, with the session of the app. */
export type Api = ReturnType<typeof createApi>;

/** Creates the API groups. Each has the base URL that the deployment configures; all send the token of the session. */
export function createApi(session: Session) {
  const clientFor = (group: keyof BaseUrls) => createCalls<paths>(baseUrlOf(group), session);
  return {
    main: clientFor('main'),
    payment: clientFor('payment'),
    settlement: clientFor('settlement'),
    connect: clientFor('connect'),
  };
}
