import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import classes from './search-field.module.css';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

/** Time without typing before a search starts, in milliseconds. */
export const searchDebounce = 500;

interface SearchFieldProps {
  /** The current search in the URL. */
  value: string;
  label: string;
  placeholder: string;
  /** Called after typing has paused, or at once on Enter. */
  onSearch: (text: string) => void;
}

/** The search field of a list. '/' focuses it from anywhere on the page, Esc clears it. */
export function SearchField({ value, label, placeholder, onSearch }: SearchFieldProps) {
  const narrow = useIsNarrow();
  const field = useRef<HTMLInputElement>(null);
  const { text, type, settle } = useSettledText(value, onSearch);
  useSlashKey(field);
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes['search']}
      aria-label={label}
      placeholder={placeholder}
      size={narrow ? 'lg' : 'md'}
      value={text}
      autoComplete="off"
      spellCheck={false}
      leftSection={narrow ? undefined : <IconSearch className={classes['icon']} aria-hidden />}
      rightSection={narrow || text !== '' ? undefined : <kbd className={classes['key']}>/</kbd>}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          settle(text);
        } else if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          settle('');
        }
      }}
    />
  );
}

/**
 * Holds the typed text, while the URL holds the last search. A change of the URL by other means (such as Back) replaces
 * the typed text. The change that this field caused does not, because more may have been typed since.
 */
function useSettledText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const [searchedText, setSearchedText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    if (value !== searchedText) {
      setSearchedText(value);
      setText(value);
    }
  }
  function search(next: string) {
    setSearchedText(next);
    onSearch(next);
  }
  const typingSettled = useEffectEvent(search);
  useEffect(() => {
    const next = text.trim();
    if (next === searchedText) return undefined;
    const timer = setTimeout(() => typingSettled(next), searchDebounce);
    return () => clearTimeout(timer);
  }, [text, searchedText]);

  function settle(next: string) {
    setText(next);
    if (next.trim() !== value) search(next.trim());
  }
  return { text, type: setText, settle };
}

const editable = 'input, textarea, select, [contenteditable]';

function useSlashKey(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function focus(event: KeyboardEvent) {
      const inField = event.target instanceof Element && event.target.closest(editable) !== null;
      const inDialog = document.querySelector('[aria-modal="true"]') !== null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || inField || inDialog) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [field]);
}
