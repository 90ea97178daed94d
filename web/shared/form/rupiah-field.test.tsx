import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { ThemeProvider } from '@shared/theme/theme-provider';

import { RupiahField } from './rupiah-field';

function Form({ start }: { start?: number | undefined }) {
  const [value, setValue] = useState(start);
  return (
    <ThemeProvider>
      <RupiahField label="Amount" value={value} onChange={setValue} />
      <output aria-label="Value">{value}</output>
    </ThemeProvider>
  );
}

function open(start?: number) {
  render(<Form start={start} />);
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  return { user: userEvent.setup(), field, value: () => screen.getByRole('status', { name: 'Value' }).textContent };
}

it('asks phones for their digits', () => {
  expect(open().field.inputMode).toBe('numeric');
});

it('keeps the caret behind the digit that was typed', async () => {
  const { user, field, value } = open(12_345);
  await user.click(field);
  field.setSelectionRange(1, 1);
  await user.keyboard('99');
  expect(field.value).toBe('1.992.345');
  expect(field.selectionStart).toBe(4);
  await user.keyboard('{Backspace}');
  expect(field.value).toBe('192.345');
  expect(field.selectionStart).toBe(2);
  expect(value()).toBe('192345');
});

it('drops decimals that are zero, and the comma when the field is left', async () => {
  const { user, field, value } = open();
  await user.type(field, '12500,00');
  expect(field.value).toBe('12.500,');
  expect(value()).toBe('12500');
  await user.tab();
  expect(field.value).toBe('12.500');
});

it.each(['typed', 'pasted'])('refuses a fraction that is %s, and has no amount until it is changed', async (how) => {
  const { user, field, value } = open();
  await user.click(field);
  if (how === 'typed') await user.keyboard('12,5');
  else await user.paste('12,5');
  expect(field.value).toBe('12,5');
  expect(screen.getByText('“12,5” has a fraction. Type whole rupiah, like 12.500.')).toBeTruthy();
  expect(value()).toBe('');
  await user.tab();
  expect(field.value).toBe('12,5');
  await user.click(field);
  await user.keyboard('{Backspace}{Backspace}');
  expect(field.value).toBe('12');
  expect(value()).toBe('12');
});

it('reads a pasted amount with its decimals', async () => {
  const { user, field, value } = open(7);
  await user.tripleClick(field);
  await user.paste('Rp 12.500,00');
  expect(field.value).toBe('12.500');
  expect(value()).toBe('12500');
});

it('keeps what stood there, and says why, when a paste can mean two amounts', async () => {
  const { user, field, value } = open(1_250_000);
  await user.tripleClick(field);
  await user.paste('12,500');
  expect(field.value).toBe('1.250.000');
  expect(value()).toBe('1250000');
  const why = /It is not clear which amount “12,500” is/u;
  expect(screen.getByText(why)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.paste('12,500');
  expect(field.selectionStart).toBe(field.value.length);
  await user.keyboard('0');
  expect(screen.queryByText(why)).toBeNull();
  expect(field.value).toBe('12.500.000');
});
