import { Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useKindName } from '@/approvals/kind-name';
import { orderWords } from '@/orders/order-words';
import { Page } from '@shared/app/page';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { Amount } from '@shared/format/amount';
import { complaintTexts } from '@shared/format/complaint-texts';
import { useZones } from '@shared/format/display-zone';
import { emptyMark, formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';

import { addNoteOptions, type Shift, shiftOptions } from './shift-queries';
import { shiftTexts } from './shift-texts';
import classes from './shift.module.css';

/** How often the page asks again, in milliseconds. */
const interval = 30_000;

/** What one shift hands over to the next. */
export function ShiftPage() {
  const texts = useTexts(shiftTexts);
  const { label } = useZones();
  const load = useQuery({ ...shiftOptions(), refetchInterval: interval });
  const failure = useFailure(load);
  const { data: shift, isFetching, refetch } = load;
  return (
    <Page title={texts.title} note={texts.timesIn(label)}>
      {failure ? (
        <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      ) : shift ? (
        <div className={classes['cards']}>
          <OpenCard shift={shift} />
          <NotesCard notes={shift.notes} />
          <ChangesCard changes={shift.changes} />
        </div>
      ) : (
        <Skeleton height="24rem" />
      )}
    </Page>
  );
}

function Moment({ at }: { at: string }) {
  const language = useLanguage();
  const { shown } = useZones();
  return <time dateTime={at}>{formatDateTime(at, shown, language)}</time>;
}

type OpenItem = Shift['open'][number];

/** Leads to what is open, where the app has a page for it. */
function ItemLink({ kind, id, children }: Pick<OpenItem, 'kind' | 'id'> & { children: ReactNode }) {
  if (kind === 'review' || kind === 'complaint') {
    return (
      <Link to="/orders/$id" params={{ id }}>
        {children}
      </Link>
    );
  }
  if (kind === 'approval') {
    return (
      <Link to="/approvals" search={{ id }}>
        {children}
      </Link>
    );
  }
  if (kind === 'job') return <Link to="/jobs">{children}</Link>;
  return children;
}

/** Names what an open item is about, in words instead of codes. */
function useAbout(): (kind: OpenItem['kind'], about: string) => string {
  const { reviews } = useTexts(orderWords);
  const { reasons } = useTexts(complaintTexts);
  const nameOfKind = useKindName();
  const names = new Map<string, string>([...Object.entries(reviews), ...Object.entries(reasons)]);
  return (kind, about) => {
    if (kind === 'review' || kind === 'complaint') return names.get(about) ?? about;
    return kind === 'approval' ? nameOfKind(about) : about;
  };
}

function OpenCard({ shift: { open, moreOpen } }: { shift: Shift }) {
  const texts = useTexts(shiftTexts);
  const nameOf = useAbout();
  return (
    <Card title={texts.open}>
      {open.length === 0 ? (
        <p className={classes['hint']}>{texts.nothingOpen}</p>
      ) : (
        <>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <div className={classes['scroll']} role="group" aria-label={texts.open} tabIndex={0}>
            <table className={classes['table']}>
              <thead>
                <tr>
                  <th>{texts.kind}</th>
                  <th>{texts.about}</th>
                  <th>{texts.client}</th>
                  <th data-end>{texts.amount}</th>
                  <th>{texts.since}</th>
                </tr>
              </thead>
              <tbody>
                {open.map(({ kind, id, about, clientId, amount, since }) => (
                  <tr key={`${kind} ${id} ${about}`}>
                    <th scope="row">
                      <ItemLink kind={kind} id={id}>
                        {texts.kinds[kind]} {id}
                      </ItemLink>
                    </th>
                    <td>{nameOf(kind, about)}</td>
                    <td>{clientId ?? emptyMark}</td>
                    <td data-end>{amount === null ? emptyMark : <Amount value={amount} prefix="Rp" />}</td>
                    <td>
                      <Moment at={since} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {moreOpen.length > 0 && <p className={classes['hint']}>{texts.more}</p>}
    </Card>
  );
}

function ChangesCard({ changes }: { changes: Shift['changes'] }) {
  const texts = useTexts(shiftTexts);
  return (
    <Card title={texts.changes}>
      {changes.length === 0 ? (
        <p className={classes['hint']}>{texts.noChanges}</p>
      ) : (
        <>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <div className={classes['scroll']} role="group" aria-label={texts.changes} tabIndex={0}>
            <table className={classes['table']}>
              <thead>
                <tr>
                  <th>{texts.at}</th>
                  <th>{texts.actor}</th>
                  <th>{texts.action}</th>
                  <th>{texts.subject}</th>
                  <th>{texts.client}</th>
                  <th>{texts.reason}</th>
                </tr>
              </thead>
              <tbody>
                {changes.map(({ id, at, actor, action, subject, clientId, reason }) => (
                  <tr key={id}>
                    <td>
                      <Moment at={at} />
                    </td>
                    <td>{actor}</td>
                    <td>{action}</td>
                    <td>{subject}</td>
                    <td>{clientId ?? emptyMark}</td>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  );
}

function NotesCard({ notes }: { notes: Shift['notes'] }) {
  const texts = useTexts(shiftTexts);
  return (
    <Card title={texts.notes}>
      <NoteForm />
      {notes.length === 0 ? (
        <p className={classes['hint']}>{texts.noNotes}</p>
      ) : (
        <ul className={classes['notes']}>
          {notes.map(({ id, author, text, at }) => (
            <li key={id} className={classes['note']}>
              <p className={classes['text']}>{text}</p>
              <p className={classes['hint']}>
                {author} · <Moment at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function NoteForm() {
  const texts = useTexts(shiftTexts);
  const form = useCheckedForm({
    initialValues: { text: '' },
    validate: { text: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: addNoteOptions(),
    fields: { text: 'text' },
    onSuccess: () => {
      form.reset();
      notifySuccess(texts.added);
    },
  });
  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.note}>
      <TextInput {...form.getInputProps('text')} label={texts.note} name="text" autoComplete="off" maxLength={2000} />
      <SubmitButton sending={sending} sendingLabel={texts.adding}>
        {texts.add}
      </SubmitButton>
    </form>
  );
}
