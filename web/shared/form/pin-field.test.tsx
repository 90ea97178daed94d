import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import { ThemeProvider } from '@shared/theme/theme-provider';

import { PinField } from './pin-field';

function Field({ onDigits }: { onDigits: (digits: string) => void }) {
  const [pin, setPin] = useState('');
  return (
    <ThemeProvider>
      <PinField
        label="PIN"
        value={pin}
        onChange={(digits) => {
          setPin(digits);
          onDigits(digits);
        }}
      />
    </ThemeProvider>
  );
}

describe('PinField', () => {
  it.each([
    ['135790', '135790'],
    ['13 57-90', '135790'],
    [' 135 790\n', '135790'],
    ['1-3-5-7-9-0', '135790'],
    ['13579012', '135790'],
    ['1357', '1357'],
  ])('reads a pasted %j as %s', async (pasted, digits) => {
    const given: string[] = [];
    const user = userEvent.setup();
    render(<Field onDigits={(all) => given.push(all)} />);
    await user.click(screen.getByLabelText('PIN'));
    await user.paste(pasted);
    expect(given).toEqual([digits]);
  });

  it('says nothing of a seventh digit, so that a PIN is not sent twice', async () => {
    const given: string[] = [];
    const user = userEvent.setup();
    render(<Field onDigits={(all) => given.push(all)} />);
    await user.type(screen.getByLabelText('PIN'), '1357902');
    expect(given.at(-1)).toBe('135790');
    expect(given.filter((digits) => digits === '135790')).toHaveLength(1);
  });

  it('says that letters are no digits', async () => {
    const user = userEvent.setup();
    render(<Field onDigits={() => undefined} />);
    await user.type(screen.getByLabelText('PIN'), 'a');
    expect(screen.getByText('A PIN has digits only.')).toBeTruthy();
  });
});
