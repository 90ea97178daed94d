import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ThemeProvider } from '@shared/theme/theme-provider';

import { searchDebounce, SearchField } from './search-field';

const searched = vi.fn<(text: string) => void>();

function fieldWith(value: string) {
  return (
    <ThemeProvider>
      <SearchField value={value} label="Search" placeholder="" onSearch={searched} />
    </ThemeProvider>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const wait = (time: number) =>
  act(() => {
    vi.advanceTimersByTime(time);
  });

beforeEach(() => {
  vi.useFakeTimers();
  searched.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('search box', () => {
  it('searches once, half a second after the last letter', () => {
    render(fieldWith(''));
    type('#1');
    wait(searchDebounce - 1);
    type('#12');
    wait(searchDebounce - 1);
    expect(searched).not.toHaveBeenCalled();
    wait(1);
    expect(searched.mock.calls).toEqual([['#12']]);
    expect(searchDebounce).toBe(500);
  });

  it('keeps the letters that are typed while the URL takes over what was searched', () => {
    const { rerender } = render(fieldWith(''));
    type('#12');
    wait(searchDebounce);
    type('#123');
    rerender(fieldWith('#12'));
    expect(box().value).toBe('#123');
    wait(searchDebounce);
    expect(searched.mock.calls).toEqual([['#12'], ['#123']]);
  });

  it('follows the URL where that changes by another way, and forgets what was being typed', () => {
    const { rerender } = render(fieldWith('#12'));
    type('#123');
    rerender(fieldWith('#9'));
    expect(box().value).toBe('#9');
    wait(searchDebounce);
    expect(searched).not.toHaveBeenCalled();
    rerender(fieldWith(''));
    expect(box().value).toBe('');
  });

  it('searches for nothing new where the text is what is in force again', () => {
    render(fieldWith('#12'));
    type('#123');
    type('#12');
    wait(searchDebounce);
    expect(searched).not.toHaveBeenCalled();
  });
});
