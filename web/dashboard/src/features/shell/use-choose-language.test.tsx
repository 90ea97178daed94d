import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { dashboard } from '@/app';
import { AppContext } from '@shared/app/app';
import { startAccountLanguage } from '@shared/app/session/account-language';
import { currentUserOptions } from '@/session/current-user';
import { session } from '@/session/session';
import { useLanguage } from '@shared/i18n/language';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { useChooseLanguage } from '@shared/app/shell/use-choose-language';

const network = testNetwork();
const origin = 'http://loket.test';

beforeEach(() => {
  startAccountLanguage(session);
  session.begin('token-1', 'root');
});

/** Serves an account with a language, and records the requested changes. */
function serve(given: 'en' | 'id' | null, refuses = false) {
  const account = { language: given, changes: [] as unknown[] };
  network.use(
    http.get(`${origin}/v1/user`, () => HttpResponse.json(makeUser({ user: { language: account.language } }))),
    http.patch<never, { language: 'en' | 'id' }>(`${origin}/v1/user/language`, async ({ request }) => {
      const { language } = await request.json();
      account.changes.push(language);
      if (refuses) return HttpResponse.json({ code: 'InternalError' }, { status: 500 });
      account.language = language;
      return HttpResponse.json({});
    }),
  );
  return account;
}

function Menu() {
  const choose = useChooseLanguage();
  const language = useLanguage();
  const { isSuccess } = useQuery(currentUserOptions());
  return (
    <>
      <p>{isSuccess ? `speaks ${language}` : 'loads'}</p>
      <button onClick={() => choose('en')}>English</button>
      <button onClick={() => choose('id')}>Bahasa Indonesia</button>
    </>
  );
}

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AppContext value={dashboard}>
        <Menu />
      </AppContext>
    </QueryClientProvider>,
  );
  await screen.findByText('speaks en');
  const user = userEvent.setup();
  const english = screen.getByRole('button', { name: 'English' });
  const indonesian = screen.getByRole('button', { name: 'Bahasa Indonesia' });
  return { user, english, indonesian };
}

it('is spoken at once, and kept with the account', async () => {
  const account = serve(null);
  const { user, indonesian } = await open();
  await user.click(indonesian);
  expect(screen.getByText('speaks id')).toBeTruthy();
  await waitFor(() => expect(account.language).toBe('id'));
});

it('is the last one of several', async () => {
  const account = serve('en');
  const { user, english, indonesian } = await open();
  await user.click(indonesian);
  await user.click(english);
  await user.click(indonesian);
  await waitFor(() => expect(account.changes).toEqual(['id', 'en', 'id']));
  expect(await screen.findByText('speaks id')).toBeTruthy();
});

it('gives way to what the account keeps when it could not be stored', async () => {
  const account = serve('en', true);
  const { user, indonesian } = await open();
  await user.click(indonesian);
  await waitFor(() => expect(account.changes).toEqual(['id']));
  expect(await screen.findByText('speaks en')).toBeTruthy();
});
