import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useState } from 'react';

import { lazyOverlay } from '@shared/state/lazy-part';
import classes from './filter-row.module.css';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

// Phones load it after the page; others never do.
const FilterSheet = lazyOverlay(async () => (await import('./filter-sheet')).FilterSheet, 'rendered');

/** `row`: fields side by side, with labels for screen readers only. `sheet`: fields below each other, with labels. */
export type FieldLayout = 'row' | 'sheet';

const LayoutContext = createContext<FieldLayout>('row');

/** Returns the layout of the filter fields at this place. */
export function useFieldLayout(): FieldLayout {
  return useContext(LayoutContext);
}

export interface FilterRowProps {
  search: ReactNode;
  /** The fields in their order; they read their layout by `useFieldLayout`. */
  fields: ReactNode;
  /** Label of the button that applies the filters. */
  submit: string;
  /** Each change applies at once, so that only the sheet of phones has the button, which closes it. */
  instant?: boolean;
  /** Buttons after the filters. */
  actions?: ReactNode;
  /** Applies the filters; false keeps the sheet open because a field is invalid. */
  onSubmit: () => boolean;
  /** The applied filters in words, shown as chips on phones. */
  active: readonly string[];
  texts: { open: (count: number) => string; title: string; close: string };
}

/** The filters of a list: one row, or on phones a sheet opened by one button. */
export function FilterRow(props: FilterRowProps) {
  const narrow = useIsNarrow();
  return narrow ? <PhoneFilters {...props} /> : <WideFilters {...props} />;
}

function WideFilters({ search, fields, submit, instant = false, actions, onSubmit, texts }: FilterRowProps) {
  return (
    <form
      className={classes['row']}
      aria-label={texts.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className={classes['search']}>{search}</div>
      <div className={classes['fields']}>
        {fields}
        {!instant && (
          <Button type="submit" className={classes['submit']}>
            {submit}
          </Button>
        )}
        {actions}
      </div>
    </form>
  );
}

function PhoneFilters({ search, fields, submit, actions, onSubmit, active, texts }: FilterRowProps) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes['phone']}>
      <div className={classes['line']}>
        <div className={classes['search']}>{search}</div>
        <button
          type="button"
          className={classes['open']}
          aria-label={texts.open(active.length)}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <IconAdjustmentsHorizontal aria-hidden />
          {active.length > 0 && (
            <span className={classes['count']} aria-hidden>
              {active.length}
            </span>
          )}
        </button>
      </div>
      {active.length > 0 && (
        <ul className={classes['chips']}>
          {active.map((filter) => (
            <li key={filter}>
              <button type="button" className={classes['chip']} onClick={() => setOpened(true)}>
                {filter}
              </button>
            </li>
          ))}
        </ul>
      )}
      {actions}
      <FilterSheet
        opened={opened}
        onClose={() => setOpened(false)}
        title={texts.title}
        closeLabel={texts.close}
        submit={submit}
        onSubmit={() => {
          if (onSubmit()) setOpened(false);
        }}
      >
        <LayoutContext value="sheet">{fields}</LayoutContext>
      </FilterSheet>
    </div>
  );
}
