import { expect, it } from 'vitest';

import { isContactName } from './contact-rules';

it.each(['Andi Pratama', 'CV. Maju-Jaya, Tbk', 'kasir_2', 'Zoë'])('%s is a name', (name) => {
  expect(isContactName(name)).toBe(true);
});

it.each(['Andi & Dewi', 'a@b', '<b>Andi</b>', 'Andi\tP', '=1+1'])('%j is no name', (name) => {
  expect(isContactName(name)).toBe(false);
});
