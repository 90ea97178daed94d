import { expect, it } from 'vitest';

import { ApiProblem, noAnswer } from '@shared/api/problem';

import { refusalText, serverText } from './refusal-text';

const problem = (status: number, message?: string, ...fields: string[]) =>
  new ApiProblem({ status, message, fields: fields.map((text) => ({ field: 'price', message: text })) });

it.each([
  ['the first field that says something', problem(400, 'Not valid', '', 'Too low', 'Odd'), 'Too low', 'Too low'],
  ['the message', problem(400, 'Not valid'), 'Not valid', 'Not valid'],
  ['the catalogue where the server says nothing', problem(500), undefined, /went wrong/iu],
  ['the catalogue where there is no answer', problem(noAnswer), undefined, /connection/iu],
  ['the catalogue where the user may not', problem(403, 'role 7 lacks 12'), 'role 7 lacks 12', /unauthorized/iu],
  ['the catalogue of an error of our own', new Error('x is undefined'), undefined, /went wrong/iu],
])('takes the words of %s', (_, error, expected, text) => {
  expect(serverText(error)).toBe(expected);
  expect(refusalText(error)).toMatch(text);
});
