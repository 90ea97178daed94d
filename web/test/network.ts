import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** Each page of the dashboard asks for them. A test with a handler for all paths names it before that. */
export const noAnnouncements = http.get('*/v1/announcements', () => HttpResponse.json({ data: [], changesIn: null }));
const server = setupServer(noAnnouncements);

/** Sets up the network of a test file. Unexpected calls fail. */
export function testNetwork() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}
