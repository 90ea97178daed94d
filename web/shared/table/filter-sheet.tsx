import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { PhoneSheet, SheetFoot } from '@shared/overlay/phone-sheet';

import classes from './filter-row.module.css';

interface FilterSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** Label of the button that applies the filters. */
  submit: string;
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The filters of a list in a sheet, for phones. */
export function FilterSheet({ opened, onClose, title, closeLabel, submit, onSubmit, children }: FilterSheetProps) {
  return (
    <PhoneSheet opened={opened} onClose={onClose} title={title} closeLabel={closeLabel} size="content">
      <form
        className={classes['sheet']}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <SheetFoot>
          <Button type="submit" size="lg" fullWidth>
            {submit}
          </Button>
        </SheetFoot>
      </form>
    </PhoneSheet>
  );
}
