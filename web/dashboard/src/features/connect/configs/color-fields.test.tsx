import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderPart } from '../../../../../test/render';
import { HexField } from './color-fields';

it.each(['', '#', '#12', '#12345', '#GGGGGG', 'red', '209 100% 55%', '#ABCDEF', '#abcdef'])(
  'gives the picker a colour that it can read while %o is typed',
  (typed) => {
    renderPart(<HexField label="Card" value={typed} onChange={() => undefined} />);
    expect(screen.getByRole('textbox', { name: 'Card' }).getAttribute('value')).toBe(typed);
    // Browsers warn of any other form in the console.
    expect(screen.getByLabelText('Choose Card').getAttribute('value')).toMatch(/^#[\da-f]{6}$/u);
  },
);
