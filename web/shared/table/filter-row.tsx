import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { lazyOverlay } from '@shared/state/lazy-part';
import classes from './filter-row.module.css';
import { useIsNarrow } from '@shared/ui/use-is-narrow';
import { tableTexts } from './table-texts';

// Phones load it after the page; others never do.
const FilterSheet = lazyOverlay(async () => (await import('./filter-sheet')).FilterSheet, 'rendered');

/** `row`: fields side by side, with labels for screen readers only. `sheet`: fields below each other, with labels. */
export type FieldLayout = 'row' | 'sheet';

const LayoutContext = createContext<FieldLayout>('row');

/** Returns the layout of the filter fields at this place. */
export function useFieldLayout(): FieldLayout {
  return useContext(LayoutContext);
}

interface FilterRowProps {
  search: ReactNode;
  /** The fields in their order; they read their layout by `useFieldLayout`. */
  fields: ReactNode;
  /** The button that applies the filters. Without it each change applies at once, and the sheet of phones has Done. */
  submit?: {
    text: string;
    /** Applies the filters; false keeps the sheet open because a field is invalid. */
    onSubmit: () => boolean;
  };
  /** Buttons after the filters. */
  actions?: ReactNode;
  /** The filters that are applied, in words, shown as chips on phones. A field that limits nothing has none. */
  active: ReadonlyArray<string | false | undefined>;
}

/** The filters of a list: one row, or on phones a sheet opened by one button. */
export function FilterRow(props: FilterRowProps) {
  const narrow = useIsNarrow();
  return narrow ? <PhoneFilters {...props} /> : <WideFilters {...props} />;
}

function WideFilters({ search, fields, submit, actions }: FilterRowProps) {
  const texts = useTexts(tableTexts).filters;
  return (
    <form
      className={classes['row']}
      aria-label={texts.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit?.onSubmit();
      }}
    >
      <div className={classes['search']}>{search}</div>
      <div className={classes['fields']}>
        {fields}
        {submit && (
          <Button type="submit" className={classes['submit']}>
            {submit.text}
          </Button>
        )}
        {actions}
      </div>
    </form>
  );
}

function PhoneFilters({ search, fields, submit, actions, active }: FilterRowProps) {
  const texts = useTexts(tableTexts).filters;
  const applied = active.filter((filter) => filter !== false && filter !== undefined);
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes['phone']}>
      <div className={classes['line']}>
        <div className={classes['search']}>{search}</div>
        <button
          type="button"
          className={classes['open']}
          aria-label={texts.open(applied.length)}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <IconAdjustmentsHorizontal aria-hidden />
          {applied.length > 0 && (
            <span className={classes['count']} aria-hidden>
              {applied.length}
            </span>
          )}
        </button>
      </div>
      {applied.length > 0 && (
        <ul className={classes['chips']}>
          {applied.map((filter) => (
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
        submit={submit?.text ?? texts.done}
        onSubmit={() => {
          if (submit?.onSubmit() ?? true) setOpened(false);
        }}
      >
        <LayoutContext value="sheet">{fields}</LayoutContext>
      </FilterSheet>
    </div>
  );
}
