import { Button } from '@mantine/core';
import { createContext, useContext } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { NumberCell, Shortened } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { RemoveButton } from '@shared/overlay/removal';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import type { Contact } from './contact-queries';
import { contactTexts } from './contact-texts';
import classes from './contacts.module.css';

/** Gives rows the function that opens the form. Columns are defined at module level and get no props. */
export const EditContext = createContext<(contact: Contact) => void>(() => undefined);

function ContactNumber({ contact }: { contact: Contact }) {
  const texts = useTexts(contactTexts);
  return <NumberCell value={contact.destinationNo} copyLabel={texts.copyNumber} />;
}

/** Edit and Delete, each closed without its permission. */
function ContactActions({ contact }: { contact: Contact }) {
  const texts = useTexts(contactTexts);
  const edit = useContext(EditContext);
  const mayEdit = useHasPermission(permission.employeeUpdate);
  const mayDelete = useHasPermission(permission.employeeDelete);
  const disabledReason = contact.active ? undefined : texts.inactive;
  return (
    <div className={classes['actions']}>
      <Button
        variant="default"
        size="sm"
        aria-label={texts.editNamed(contact.name)}
        disabled={!mayEdit}
        title={mayEdit ? undefined : texts.noPermission}
        onClick={() => edit(contact)}
      >
        {texts.edit}
      </Button>
      <RemoveButton
        id={contact.id}
        text={texts.remove}
        label={texts.removeNamed(contact.name)}
        disabledReason={mayDelete ? disabledReason : texts.noPermission}
      />
    </div>
  );
}

const head = columnHead(contactTexts, 'columns');

/** The columns of the contact list. */
export const contactColumns: ListColumns<Contact> = [
  {
    id: 'name',
    header: head('name'),
    cell: (row) => <Shortened>{row.name}</Shortened>,
    look: { skeleton: 'line' },
  },
  {
    id: 'code',
    header: head('code'),
    cell: (row) => <Shortened>{row.code}</Shortened>,
    look: { width: 14, minWidth: 9, skeleton: 'line', phone: 'plain' },
  },
  {
    id: 'destinationNo',
    header: head('destinationNo'),
    cell: (row) => <ContactNumber contact={row} />,
    look: { width: 16, minWidth: 12, skeleton: 'line', phone: 'plain' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <ContactActions contact={row} />,
    look: { width: 13, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];
