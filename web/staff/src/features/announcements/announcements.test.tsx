import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { testNetwork } from '../../../../test/network';
import { renderStaff, staffHandlers } from '../../../test/render-app';
import { clientIdsIn } from './announcement-queries';

const network = testNetwork();

const announcement = {
  id: '7',
  title: 'Maintenance',
  titleId: 'Pemeliharaan',
  text: 'On Sunday',
  textId: 'Hari Minggu',
  state: 'shown',
  from: '2026-11-27T07:00:00Z',
  until: '2026-11-28T07:00:00Z',
  endedAt: null,
  everyone: false,
  clientIds: [1001, 1002],
  clients: 2,
  productCode: '',
  operatorCode: '',
  mail: true,
  mails: 3,
  createdBy: 'staff:budi',
  reason: 'New database',
  createdAt: '2026-11-27T07:00:00Z',
};

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name, 'u') }));

it('lists what clients are told, and ends one for a reason', async () => {
  const ended: unknown[] = [];
  network.use(
    ...staffHandlers([413]),
    http.get('*/staff/v1/announcements', () =>
      HttpResponse.json({
        data: [
          announcement,
          { ...announcement, id: '6', title: 'Disturbance: Telkomsel', operatorCode: 'TSEL', until: null, mail: false },
          { ...announcement, id: '5', title: 'Old', state: 'ended', everyone: true },
        ],
        cursor: '',
      }),
    ),
    http.post('*/staff/v1/announcements/7/end', async ({ request }) => {
      ended.push(await request.json());
      return HttpResponse.json({});
    }),
  );
  const user = renderStaff('/announcements');
  const row = await rowOf('Maintenance');
  expect(row.getByText('2 clients')).toBeTruthy();
  expect(row.getByText('1001, 1002')).toBeTruthy();
  expect((await rowOf('Disturbance')).getByText('Disturbance TSEL')).toBeTruthy();
  expect((await rowOf('Old')).queryByRole('button')).toBeNull();
  await user.click(row.getByRole('button', { name: 'End Maintenance' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End Maintenance' }));
  await user.click(dialog.getByRole('button', { name: 'End announcement' }));
  expect(ended).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'It is over');
  await user.click(dialog.getByRole('button', { name: 'End announcement' }));
  await waitFor(() => expect(ended).toEqual([{ reason: 'It is over' }]));
});

it('asks for both languages, the end and the clients', async () => {
  network.use(
    ...staffHandlers([413]),
    http.get('*/staff/v1/announcements', () => HttpResponse.json({ data: [], cursor: '' })),
  );
  const user = renderStaff('/announcements');
  await screen.findByText('No announcement yet');
  await user.click(screen.getByRole('button', { name: 'New announcement' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New announcement' }));
  await user.click(dialog.getByRole('checkbox', { name: 'To all clients' }));
  await user.type(dialog.getByRole('textbox', { name: 'Client IDs' }), 'Toko Maju');
  await user.click(dialog.getByRole('button', { name: 'Tell clients' }));
  expect(await dialog.findAllByText('Please fill this in.')).toHaveLength(5);
  expect(dialog.getByText('Choose a day', { selector: 'p, div' })).toBeTruthy();
  expect(dialog.getByText('Write client IDs, such as 1001, 1002')).toBeTruthy();
});

it('reads ids of clients', () => {
  expect(clientIdsIn(' 1001, 1002;1003\n1004 ')).toEqual([1001, 1002, 1003, 1004]);
  expect(clientIdsIn('1001, shop')).toBeUndefined();
});
