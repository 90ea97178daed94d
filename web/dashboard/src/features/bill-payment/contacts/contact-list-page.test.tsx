import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { clearNotices } from '@shared/notify/notify';
import { permission } from '@/session/permissions';

import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { renderApp } from '../../../../test/render-app';
import { keepSignedIn } from '../../../../test/signed-in';
import type { SavedContact } from './contact-queries';

const network = testNetwork();
const permissions = [permission.employeeList, permission.employeeCreate, permission.employeeUpdate];
const page = '/bill-payment/contact-list';

const siti: SavedContact = {
  id: '7',
  code: 'EMP-001',
  name: 'Siti Aminah',
  destinationNo: '081234567801',
  active: true,
  sameNumber: [],
};
const repair = {
  code: 'decimal' as const,
  message: 'The decimal part “.0” was removed',
  original: '81234567801.0',
};
const sameNumber = [
  { id: '8', code: 'EMP-002', name: 'Budi Santoso' },
  { id: '9', code: 'EMP-003', name: 'Andi Pratama' },
];

/** The calls that stored a contact, and what they are answered with. */
let sent: [string, unknown][];
let answers: Partial<SavedContact>[];
/** The pages that were asked for. */
let pages: (string | null)[];

beforeEach(() => {
  sent = [];
  answers = [];
  pages = [];
  sessionStorage.clear();
  clearNotices();
  keepSignedIn(makeUser(), permissions);
  const store = async ({ request }: { request: Request }) => {
    sent.push([request.method, await request.json()]);
    return HttpResponse.json({ data: { ...siti, ...answers.shift() } });
  };
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json(Object.fromEntries(permissions.map((id) => [id, true])))),
    http.get('*/v1/events', () => HttpResponse.json({}, { status: 404 })),
    http.get('*/v1/unique-amount', () => HttpResponse.json({ data: [] })),
    http.get('*/v1/employees', ({ request }) => {
      pages.push(new URL(request.url).searchParams.get('page'));
      return HttpResponse.json({ data: [siti], page: 1, perPage: 10, total: 41 });
    }),
    http.post('*/v1/employee', store),
    http.patch('*/v1/edit/employee', store),
  );
});

async function create(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Create Contact' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Contact' }));
  await user.type(await dialog.findByLabelText('Employee Code'), 'EMP-001');
  await user.type(dialog.getByLabelText('Employee Name'), 'Siti Aminah');
  await user.type(dialog.getByLabelText('Destination Number'), `${repair.original}{Enter}`);
  return dialog;
}

it('closes after a contact was saved as it was entered', async () => {
  await create(renderApp(page));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Contact has been successfully created.')).toBeTruthy();
});

it('says what was repaired in the number, with the number that was entered', async () => {
  answers = [{ repair }];
  const user = renderApp(page);
  const dialog = await create(user);
  expect(await dialog.findByText(/^The decimal part “\.0” was removed\. You entered/u)).toBeTruthy();
  expect(dialog.getByText(repair.original).tagName).toBe('S');
  await user.click(dialog.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says who has the number too, and changes the contact that was just made', async () => {
  answers = [{ sameNumber }, {}];
  const user = renderApp(page);
  const dialog = await create(user);
  expect(
    await dialog.findByText('This number is already saved for Budi Santoso (EMP-002), Andi Pratama (EMP-003).'),
  ).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Edit again' }));
  const field = await dialog.findByLabelText('Destination Number');
  await user.clear(field);
  await user.type(field, '081299990009{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    ['POST', { code: 'EMP-001', name: 'Siti Aminah', destinationNo: repair.original }],
    ['PATCH', { id: '7', code: 'EMP-001', name: 'Siti Aminah', destinationNo: '081299990009' }],
  ]);
});

it('sends a code of 64 characters and a long number whole', async () => {
  const [code, number] = ['E'.repeat(64), '1234567890 '.repeat(5).trim()];
  const user = renderApp(page);
  await user.click(await screen.findByRole('button', { name: 'Create Contact' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Contact' }));
  await user.click(await dialog.findByLabelText('Employee Code'));
  await user.paste(code);
  await user.type(dialog.getByLabelText('Employee Name'), 'Siti');
  await user.click(dialog.getByLabelText('Destination Number'));
  await user.paste(number);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent).toEqual([['POST', { code, name: 'Siti', destinationNo: number }]]));
});

it('opens any page of the contacts', async () => {
  const user = renderApp(page);
  const field = await screen.findByLabelText('Page, 1 to 5');
  await user.clear(field);
  await user.type(field, '4{Enter}');
  await waitFor(() => expect(pages.at(-1)).toBe('4'));
});
