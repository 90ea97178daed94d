import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { setLanguage } from '@shared/i18n/language';

import { violations } from '../test/violations';
import { fakePassword, startFakeServer } from './fake-server';
import { permission } from './sketch/account';
import { createSketch } from './sketch/app';

let stop: () => void;
beforeEach(() => {
  stop = startFakeServer();
});
afterEach(() => {
  stop();
  act(() => setLanguage('en'));
});

/** Opens a page of the sketch app, as a link to it does. */
function open(path: string): UserEvent {
  window.history.replaceState(null, '', `/sketch${path}`);
  render(createSketch());
  return userEvent.setup();
}

async function signIn(user: UserEvent, password = fakePassword): Promise<void> {
  await user.type(await screen.findByLabelText('Client ID'), '1001');
  await user.type(screen.getByLabelText('Username'), 'staff');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'LOGIN' }));
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

describe.each(['light', 'dark'])('the sketch app in the %s theme', (theme) => {
  it('leads from sign-in through list, form and detail, and out', async () => {
    window.localStorage.setItem('loket.gallery.colorScheme', theme);
    const complained = vi.spyOn(console, 'error');
    const user = open('/clients?page=2');

    await title('Sign in');
    expect(document.documentElement.dataset['mantineColorScheme']).toBe(theme);
    expect(document.title).toBe('Sign in · Sketch');
    expect(await violations()).toEqual([]);
    await signIn(user);

    // Back at the page that the link led to.
    await title('Clients');
    expect(window.location.pathname + window.location.search).toBe('/sketch/clients?page=2');
    expect(await screen.findByText('Rows 6–10 of 12')).toBeTruthy();
    expect(await violations()).toEqual([]);
    await user.type(screen.getByRole('searchbox', { name: 'Search clients' }), 'toko c{Enter}');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));

    await user.click(screen.getByRole('link', { name: 'New client' }));
    await title('New client');
    await user.click(screen.getByRole('button', { name: 'Create client' }));
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(2);
    expect(await violations()).toEqual([]);
    await user.type(screen.getByLabelText('Name'), 'Toko Baru');
    await user.type(screen.getByLabelText('City'), 'Bandung');
    await user.click(screen.getByRole('button', { name: 'Create client' }));

    await title('Client');
    expect(await screen.findByText('Bandung')).toBeTruthy();
    expect(await violations()).toEqual([]);
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    await user.click(trail.getByRole('link', { name: 'Clients' }));
    await title('Clients');

    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await title('Sign in');
    expect(complained).not.toHaveBeenCalled();
  });
});

describe('what a user may not see', () => {
  it('is closed in the menu', async () => {
    const user = open('/login');
    await signIn(user);
    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }));
    await waitFor(() => expect(menu.getAllByRole('link')).toHaveLength(2));
    expect(menu.getByRole('link', { name: 'Clients' }).getAttribute('aria-disabled')).toBeNull();
    expect(menu.getByRole('link', { name: /Reports/u }).getAttribute('aria-disabled')).toBe('true');
  });

  it('is not on its page, which keeps its title and says why', async () => {
    stop();
    stop = startFakeServer({ [permission.clientList]: true });
    const user = open('/clients/new');
    await signIn(user);
    await title('New client');
    expect(screen.getByRole('heading', { level: 2, name: 'Unauthorized Action!' })).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });
});

it('says a refused sign-in and a client that is not there, by the error catalogue', async () => {
  const user = open('/clients/99');
  await signIn(user, 'wrong');
  expect(await screen.findByText('Please login again')).toBeTruthy();
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), `${fakePassword}{Enter}`);
  expect(await screen.findByText('NotFoundError')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
