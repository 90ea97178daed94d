import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';

import { createStaffApp } from '@/app';
import { session } from '@/session/session';

/** Starts the app of staff at a path, with a session, and returns its user. */
export function renderStaff(path: string) {
  window.history.replaceState(null, '', path);
  session.begin('token-1', 'budi');
  render(createStaffApp());
  return userEvent.setup();
}

/** What the server answers each page about a member of staff: who it is, what is allowed, no counts and no stream of events. */
export function staffHandlers(permission: readonly number[]) {
  const me = {
    id: '12',
    username: 'budi',
    fullName: 'Budi Santoso',
    roles: ['Operations'],
    language: 'en',
    permission,
    idleMinutes: 30,
  };
  return [
    http.get('*/staff/v1/me', () => HttpResponse.json(me)),
    http.get('*/staff/v1/overview', () => HttpResponse.json({ code: 'InternalError' }, { status: 500 })),
    http.get('*/staff/v1/events', () => HttpResponse.json({}, { status: 404 })),
  ];
}
