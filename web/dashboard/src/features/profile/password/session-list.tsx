import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDevices } from '@tabler/icons-react';

import { useTexts } from '@/shared/i18n/texts';
import { notifySuccess } from '@/shared/notify/notify';
import { QuestionDialog } from '@/shared/overlay/question-dialog';
import { DataTable } from '@/shared/table/data-table';
import { ListNotice } from '@/shared/table/list-notice';
import { CardHead } from '@/shared/ui/card';

import { listViewOf } from '../list-view';
import { RemovalProvider, useRemoval } from '../removal';
import { endSessionOptions, type OwnSession, ownSessionsOptions } from './password-queries';
import { passwordSectionTexts } from './password-section-texts';
import classes from './password.module.css';
import { EndButton, LastUsed, sessionColumns, SessionName, useDeviceName } from './session-columns';

const idOf = (session: OwnSession) => session.id;
const expectedRows = 2;
const tableWidth = 38;

/** Where the user is signed in, and the end of each of those sessions. */
export function SessionList() {
  const texts = useTexts(passwordSectionTexts).sessions;
  const queryClient = useQueryClient();
  const nameOf = useDeviceName();
  const sessions = useQuery(ownSessionsOptions());
  const removal = useRemoval(sessions.data);
  const end = useMutation(endSessionOptions());
  const { row } = removal;

  function confirm() {
    if (!row) return;
    end.mutate(row.id, {
      onSuccess: () => {
        notifySuccess(texts.ended);
        void removal.finish(queryClient.invalidateQueries(ownSessionsOptions()));
      },
    });
  }

  const empty = (
    <ListNotice icon={IconDevices} title={texts.none}>
      {texts.noneText}
    </ListNotice>
  );
  return (
    <RemovalProvider value={removal.ask}>
      <DataTable
        label={texts.title}
        head={<CardHead title={texts.title} hint={texts.hint} id={removal.titleId} />}
        columns={sessionColumns}
        view={listViewOf(sessions, texts.loadFailed, empty)}
        rowId={idOf}
        lines={1}
        minWidth={tableWidth}
        skeletonRows={expectedRows}
        renderPhoneRow={(session) => (
          <div className={classes['phoneRow']}>
            <div>
              <SessionName session={session} />
              <p className={classes['hint']}>
                {session.address} · <LastUsed session={session} />
              </p>
            </div>
            <EndButton session={session} />
          </div>
        )}
      />
      <QuestionDialog
        opened={removal.opened}
        onClose={removal.close}
        title={texts.question}
        action={texts.end}
        sendingLabel={texts.ending}
        sending={end.isPending}
        onConfirm={confirm}
        danger
      >
        {row ? texts.questionText(nameOf(row), row.address) : ''}
      </QuestionDialog>
    </RemovalProvider>
  );
}
