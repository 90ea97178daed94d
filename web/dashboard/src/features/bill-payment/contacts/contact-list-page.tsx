import { Button } from '@mantine/core';
import { IconAddressBook, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { RemovalProvider, useRemoval } from '@shared/overlay/removal';
import { RemovalQuestion } from '@shared/overlay/removal-question';
import { SearchField } from '@shared/table/search-field';
import { subPageTexts } from '@/navigation/sub-pages';
import { useHasPermission } from '@/session/current-user';
import { feature, permission } from '@/session/permissions';
import { Page } from '@shared/app/page';

import { type Contact, contactListOptions, contactsPerPage, deleteContactOptions } from './contact-queries';
import { contactColumns, EditContext } from './contact-columns';
import { ContactDialog } from './contact-dialog';
import type { ContactSearch } from './contact-search';
import { contactTexts } from './contact-texts';

const route = getRouteApi('/_app/bill-payment_/contact-list');

const contactList: ListDeclaration<Contact, ContactSearch> = {
  texts: contactTexts,
  icon: IconAddressBook,
  columns: contactColumns,
  rowId: ({ id }) => id,
  lines: 1,
  minWidth: 44,
  pageSize: contactsPerPage,
  narrowedBy: ['search'],
};

/** The contacts of the client: lists, creates, changes and deletes them. */
export function ContactListPage() {
  const texts = useTexts(contactTexts);
  const { title } = useTexts(subPageTexts)['contact-list'];
  const mayCreate = useHasPermission(permission.employeeCreate);
  const [form, setForm] = useState<ContactForm>({ opened: false });
  return (
    <Page
      title={title}
      needs={{ feature: feature.corporate, permission: permission.employeeList }}
      actions={
        <Button
          leftSection={<IconUserPlus aria-hidden />}
          disabled={!mayCreate}
          title={mayCreate ? undefined : texts.noPermission}
          onClick={() => setForm({ opened: true })}
        >
          {texts.create}
        </Button>
      }
    >
      <Contacts form={form} onForm={setForm} />
    </Page>
  );
}

/** The form of a contact, which is new without one. */
interface ContactForm {
  opened: boolean;
  contact?: Contact;
}

function Contacts({ form, onForm }: { form: ContactForm; onForm: (form: ContactForm) => void }) {
  const texts = useTexts(contactTexts);
  const address = useListAddress(route.useSearch());
  const { search } = address;
  const list = useQuery(contactListOptions(search.search ?? '', search.page ?? 1));
  const removal = useRemoval(list.data?.data);
  return (
    <EditContext value={(contact) => onForm({ opened: true, contact })}>
      <RemovalProvider value={removal.ask}>
        {/* Takes the focus when the row with the focused button is gone. */}
        <div id={removal.titleId} role="group" aria-label={texts.table} tabIndex={-1}>
          <ListPage
            list={contactList}
            address={address}
            query={list}
            rows={list.data?.data}
            total={list.data?.total}
            filters={
              <SearchField
                value={search.search ?? ''}
                {...texts.search}
                onSearch={(text) => address.filter({ search: text || undefined })}
              />
            }
          />
        </div>
        <ContactDialog opened={form.opened} contact={form.contact} onClose={() => onForm({ ...form, opened: false })} />
        <RemovalQuestion
          removal={removal}
          mutation={deleteContactOptions()}
          texts={{ ...texts, questionText: ({ name }) => name, removed: () => texts.removed }}
        />
      </RemovalProvider>
    </EditContext>
  );
}
