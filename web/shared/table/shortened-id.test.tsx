import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ShortenedId } from './shortened-id';

const uuid = '6f9619ff-8b86-d011-b42d-00c04fc964ff';

function show(value: string) {
  const { getByTestId } = render(
    <MantineProvider>
      <p data-testid="cell">
        <ShortenedId value={value} copyLabel="Copy reference ID" />
      </p>
    </MantineProvider>,
  );
  return getByTestId('cell');
}

describe('ShortenedId', () => {
  it.each([uuid, 'INV-88213', 'A7', ''])('keeps the whole of %j as its text', (value) => {
    expect(show(value)).toHaveProperty('textContent', value || '—');
  });

  it('copies the whole', () => {
    show(uuid);
    expect(screen.getByRole('button', { name: `Copy reference ID ${uuid}` })).toBeDefined();
  });
});
