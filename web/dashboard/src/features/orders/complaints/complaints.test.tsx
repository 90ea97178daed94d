import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { testNetwork } from '../../../../../test/network';
import { renderPart } from '../../../../../test/render';
import { Complaints } from './complaints';

const network = testNetwork();

const order = { orderId: '2611261756270300000' };
const answer = { by: '', text: 'We asked the supplier', at: '2026-11-26T11:00:00Z' };
const complaint = {
  number: 1,
  reason: 'not_received',
  text: '',
  openedBy: 'finance',
  openedAt: '2026-11-26T10:00:00Z',
  state: 'answered',
  closedAt: null,
  answers: [answer],
};

it('takes one reply to an answer', async () => {
  let shown = complaint;
  const replies: unknown[] = [];
  const answerOf = () => ({ data: [shown], possible: false, from: complaint.openedAt, until: complaint.openedAt });
  network.use(
    http.get('*/v1/orders/:id/complaints', () => HttpResponse.json(answerOf())),
    http.post('*/v1/orders/:id/complaints/1/reply', async ({ request }) => {
      replies.push(await request.json());
      const reply = { by: 'root', text: 'Still nothing', at: '2026-11-26T12:00:00Z' };
      shown = { ...complaint, state: 'replied', answers: [answer, reply] };
      return HttpResponse.json(answerOf());
    }),
  );
  const { user } = renderPart(<Complaints order={order} />);
  await user.click(await screen.findByRole('button', { name: 'Reply' }));
  const form = within(screen.getByRole('form', { name: 'Reply' }));
  await user.click(form.getByRole('button', { name: 'Send reply' }));
  expect(await form.findByText('Write a reply')).toBeTruthy();
  expect(replies).toEqual([]);
  await user.type(form.getByRole('textbox', { name: 'Your reply' }), 'Still nothing');
  await user.click(form.getByRole('button', { name: 'Send reply' }));
  expect(await screen.findByText('Replied')).toBeTruthy();
  expect(replies).toEqual([{ text: 'Still nothing' }]);
  expect(screen.getByText(/^root, /u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
});
