import { expect, it } from 'vitest';

import { daysUntilDue, proofProblem, stateOf } from './invoice-rules';

it.each([
  ['unpaid', '', 'unpaid'],
  ['unpaid', '/files/proof', 'pending'],
  ['paid', '/files/proof', 'paid'],
  ['done', '', 'done'],
] as const)('an invoice that is %s with the proof %j has the tag %s', (status, proof, state) => {
  expect(stateOf({ status, payment_confirm_file: proof })).toBe(state);
});

it.each([
  ['unpaid', '2026-11-30', 9],
  ['unpaid', '2026-11-20', -1],
  ['paid', '2026-11-30', null],
] as const)('an invoice that is %s and due on %s is due in %s days', (status, dueDate, days) => {
  expect(daysUntilDue({ status, dueDate }, '2026-11-21')).toBe(days);
});

const mega = 1024 * 1024;

it.each([
  [undefined, 'missing'],
  [{ size: 1, type: 'image/svg+xml' }, 'kind'],
  [{ size: 10 * mega, type: 'image/png' }, null],
  [{ size: 10 * mega + 1, type: 'application/pdf' }, 'large'],
] as const)('a proof %j is %s', (file, problem) => {
  expect(proofProblem(file)).toBe(problem);
});
