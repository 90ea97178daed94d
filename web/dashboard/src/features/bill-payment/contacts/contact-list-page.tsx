import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { PageHeader } from '@shared/page/page-header';
import { DataTable } from '@shared/table/data-table';
import { PagePager } from '@shared/table/page-pager';
import { RemovalProvider, useRemoval } from '@shared/overlay/removal';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';
import { subPageTexts } from '@/navigation/sub-pages';
import { useHasPermission } from '@/session/current-user';
import { feature, permission } from '@/session/permissions';
import { WithFeature } from '@/session/with-feature';

import { type Contact, contactListOptions, contactsPerPage, deleteContactOptions } from './contact-queries';
import { contactColumns, EditContext, contactTableMinWidth } from './contact-columns';
import { ContactDialog } from './contact-dialog';
import { ContactNotice } from './contact-notice';
import type { ContactSearch } from './contact-search';
import { contactTexts } from './contact-texts';
import classes from './contacts.module.css';

const route = getRouteApi('/_app/bill-payment_/contact-list');

/** The contacts of the client: lists, creates, changes and deletes them. */
export function ContactListPage() {
  const { title } = useTexts(subPageTexts)['contact-list'];
  return (
    <WithFeature name={feature.corporate} title={title} permission={permission.employeeList}>
      <Contacts />
    </WithFeature>
  );
}

const idOf = (contact: Contact) => contact.id;

function Contacts() {
  const texts = useTexts(contactTexts);
  const { title } = useTexts(subPageTexts)['contact-list'];
  const mayCreate = useHasPermission(permission.employeeCreate);
  const navigate = useNavigate();
  const search = route.useSearch();
  const page = search.page ?? 1;
  const [form, setForm] = useState<{ opened: boolean; contact?: Contact }>({ opened: false });
  const list = useQuery(contactListOptions(search.search ?? '', page));
  const removal = useRemoval(list.data?.data);
  const go = (next: ContactSearch) => void navigate({ to: '/bill-payment/contact-list', search: next });
  const { view } = useList(list, list.data?.data, {
    failed: texts.failed,
    empty: <ContactNotice search={search} onSearch={go} />,
  });
  return (
    <EditContext value={(contact) => setForm({ opened: true, contact })}>
      <RemovalProvider value={removal.ask}>
        <PageHeader
          title={title}
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
        />
        <div className={classes['page']}>
          <SearchField
            value={search.search ?? ''}
            {...texts.search}
            onSearch={(text) => go({ search: text || undefined })}
          />
          {/* Takes the focus when the row with the focused button is gone. */}
          <div id={removal.titleId} role="group" aria-label={texts.table} tabIndex={-1}>
            <DataTable
              label={texts.table}
              columns={contactColumns}
              view={view}
              rowId={idOf}
              lines={1}
              minWidth={contactTableMinWidth}
              skeletonRows={contactsPerPage}
              footer={
                <PagePager
                  page={search.page}
                  pageSize={contactsPerPage}
                  view={view}
                  total={list.data?.total}
                  onPage={(next) => go({ ...search, page: next })}
                />
              }
            />
          </div>
        </div>
        <ContactDialog
          opened={form.opened}
          contact={form.contact}
          onClose={() => setForm((current) => ({ ...current, opened: false }))}
        />
        <DeleteQuestion removal={removal} />
      </RemovalProvider>
    </EditContext>
  );
}

/** Asks before a contact is deleted, with its name. */
function DeleteQuestion({ removal }: { removal: ReturnType<typeof useRemoval<Contact>> }) {
  const texts = useTexts(contactTexts);
  const remove = useMutation(deleteContactOptions());
  const { row } = removal;
  function confirm() {
    if (!row) return;
    remove.mutate(row, {
      onSuccess: () => {
        notifySuccess(texts.removed);
        removal.finish();
      },
    });
  }
  return (
    <QuestionDialog
      opened={removal.opened}
      onClose={removal.close}
      title={texts.question}
      action={texts.remove}
      sendingLabel={texts.removing}
      sending={remove.isPending}
      onConfirm={confirm}
      danger
    >
      {row?.name}
    </QuestionDialog>
  );
}
