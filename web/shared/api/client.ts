import createClient from 'openapi-fetch';

import { type BaseUrls, runtimeConfig } from '@shared/config/runtime-config';
import { currentLanguage } from '@shared/i18n/language';
import { presenceHeaders } from '@shared/session/presence';
import type { Session } from '@shared/session/session';
import { textOf } from '@shared/url/search-codec';

import type { paths } from './schema.gen';

/** Writes a query without what is null, undefined or empty; a list is joined by commas. */
export function serializeQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = textOf(value);
    if (text !== '') search.append(name, text);
  }
  return search.toString();
}

/** The absolute base URL of an API group. */
export function baseUrlOf(group: keyof BaseUrls): string {
  return runtimeConfig.baseUrls[group].replace(/\/+$/u, '') || window.location.origin;
}

function clientFor(group: keyof BaseUrls, session: Session) {
  const client = createClient<paths>({
    baseUrl: baseUrlOf(group),
    querySerializer: serializeQuery,
    // Looked up at each call, so that a test's network stands in for it.
    fetch: (request) => globalThis.fetch(request),
  });
  client.use({
    onRequest({ request }) {
      const { token } = session.read();
      if (token) request.headers.set('Authorization', `Bearer ${token}`);
      // E-mails that a call causes speak the language of the page, not of the browser.
      request.headers.set('Accept-Language', currentLanguage());
      for (const [name, value] of Object.entries(presenceHeaders())) request.headers.set(name, value);
      return request;
    },
  });
  return client;
}

/** The API groups of an app. */
export type Api = ReturnType<typeof createApi>;

/**
 * The API groups, each behind the base URL that the deployment gives it, called in the name of a session. They share
 * one set of published types.
 */
export function createApi(session: Session) {
  return {
    main: clientFor('main', session),
    payment: clientFor('payment', session),
    settlement: clientFor('settlement', session),
    connect: clientFor('connect', session),
  };
}
