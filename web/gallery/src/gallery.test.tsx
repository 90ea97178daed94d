import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { setLanguage } from '@shared/i18n/language';

import { violations } from '../test/violations';
import { renderPart } from '../../test/render';
import { Gallery } from './gallery';

afterEach(() => act(() => setLanguage('en')));

describe.each(['Light', 'Dark'])('the gallery in the theme %s', (theme) => {
  it('shows every part, with a name for every control, and without a complaint of React', async () => {
    const complained = vi.spyOn(console, 'error');
    const { user } = renderPart(<Gallery />);
    await user.click(screen.getByRole('button', { name: theme }));
    expect(document.documentElement.dataset['mantineColorScheme']).toBe(theme.toLowerCase());
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    for (const name of ['Buttons', 'Fields', 'Status and facts', 'Accordion', 'In place of content', 'Lists']) {
      expect(sections).toContain(name);
      const part = screen.getByRole('region', { name });
      expect(part.childElementCount).toBeGreaterThan(1);
      for (const control of within(part).queryAllByRole('button', { name: '' })) {
        expect.fail(`a button of ${name} has no name: ${control.outerHTML}`);
      }
    }
    expect(complained).not.toHaveBeenCalled();
    // The gallery has several lists, each with a pager; a page of an app has one.
    expect(await violations('landmark-unique')).toEqual([]);
  });

  it('follows the language', async () => {
    const { user } = renderPart(<Gallery />);
    await user.click(screen.getByRole('button', { name: 'Bahasa Indonesia' }));
    expect(screen.getByText('Tidak ada baris lagi')).toBeDefined();
    expect(screen.getAllByText('Harga').length).toBeGreaterThan(0);
  });
});

it('opens pages from the pager', async () => {
  const { user } = renderPart(<Gallery />);
  const list = screen.getByRole('region', { name: 'Orders' });
  await user.click(within(list).getByRole('button', { name: 'Next page' }));
  expect(within(list).getByText('Rows 6–10 of 42')).toBeDefined();
});
