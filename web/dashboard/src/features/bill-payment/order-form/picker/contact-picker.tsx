import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconAddressBook, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { GroupedNumber } from '@shared/format/grouped-number';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot } from '@shared/overlay/dialog-parts';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { SearchField } from '@shared/table/search-field';
import { useFailure } from '@shared/state/use-failure';
import { ProgressButton } from '@shared/ui/progress-button';

import { type Contact, contactPickerOptions } from '../../contacts/contact-queries';
import { contactTexts } from '../../contacts/contact-texts';
import { pickerTexts } from './picker-texts';
import classes from './picker.module.css';

/** What a chosen contact gives to a list of destinations. */
export type PickedContact = Pick<Contact, 'id' | 'name' | 'destinationNo'>;

interface ContactPickerProps {
  opened: boolean;
  onClose: () => void;
  onPick: (contacts: PickedContact[]) => void;
}

/** Chooses contacts whose numbers are added to an order. The choice survives another search. */
export function ContactPicker({ opened, onClose, onPick }: ContactPickerProps) {
  const { title } = useTexts(pickerTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="guide">
      <PickerBody
        onPick={(contacts) => {
          onPick(contacts);
          onClose();
        }}
      />
    </Dialog>
  );
}

function PickerBody({ onPick }: { onPick: (contacts: PickedContact[]) => void }) {
  const texts = useTexts(pickerTexts);
  const contactList = useTexts(contactTexts);
  const [search, setSearch] = useState('');
  const [selection, setSelection] = useState<ReadonlyMap<string, PickedContact>>(new Map());
  function toggle({ id, name, destinationNo }: Contact) {
    const next = new Map(selection);
    if (!next.delete(id)) next.set(id, { id, name, destinationNo });
    setSelection(next);
  }
  return (
    <>
      <DialogBody>
        <SearchField value={search} {...contactList.search} onSearch={setSearch} />
        <FoundContacts search={search} selection={selection} onToggle={toggle} />
      </DialogBody>
      <DialogFoot note={texts.chosen(selection.size)}>
        <DialogCancel />
        <Button disabled={selection.size === 0} onClick={() => onPick([...selection.values()])}>
          {texts.add}
        </Button>
      </DialogFoot>
    </>
  );
}

interface FoundContactsProps {
  search: string;
  selection: ReadonlyMap<string, PickedContact>;
  onToggle: (contact: Contact) => void;
}

/** The contacts of a search, page by page. */
function FoundContacts({ search, selection, onToggle }: FoundContactsProps) {
  const texts = useTexts(pickerTexts);
  const contactList = useTexts(contactTexts);
  const load = useInfiniteQuery(contactPickerOptions(search));
  const failure = useFailure(load);
  if (failure !== null) {
    const again = () => void load.refetch();
    return <LoadFailed title={contactList.failed} error={failure} retrying={load.isFetching} onRetry={again} />;
  }
  if (!load.data) return <Skeleton height="20rem" />;
  const contactRows = load.data.pages.flatMap(({ data }) => data);
  if (contactRows.length === 0) {
    return search === '' ? (
      <ListNotice icon={IconAddressBook} title={contactList.none.title}>
        {contactList.none.text}
      </ListNotice>
    ) : (
      <ListNotice icon={IconSearchOff} title={contactList.noMatch.title}>
        {contactList.noMatch.text(search)}
      </ListNotice>
    );
  }
  return (
    <>
      <ul className={classes['list']} aria-label={contactList.table}>
        {contactRows.map((contact) => (
          <li key={contact.id} className={classes['row']}>
            <Checkbox
              checked={selection.has(contact.id)}
              onChange={() => onToggle(contact)}
              classNames={{ root: classes['choice'], body: classes['body'], labelWrapper: classes['label'] }}
              label={
                <span className={classes['contact']}>
                  <span>
                    {contact.name} <span className={classes['code']}>{contact.code}</span>
                  </span>
                  <GroupedNumber value={contact.destinationNo} />
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {load.hasNextPage && (
        <ProgressButton
          variant="default"
          sending={load.isFetchingNextPage}
          sendingLabel={texts.loading}
          onPress={() => void load.fetchNextPage()}
        >
          {texts.more}
        </ProgressButton>
      )}
    </>
  );
}
