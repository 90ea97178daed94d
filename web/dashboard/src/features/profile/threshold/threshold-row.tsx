import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { RupiahField } from '@shared/form/rupiah-field';
import { showRefusal } from '@shared/form/show-refusal';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { Amount } from '@shared/format/amount';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { walletNote, walletNoteTexts } from '@/wallet/wallet-notes';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { StatusPill } from '@shared/ui/status-pill';
import type { Wallet } from '@/wallet/wallet-queries';

import { saveThresholdOptions } from './threshold-queries';
import { thresholdTexts } from './threshold-texts';
import classes from './threshold.module.css';

const serverFields = { minBalanceAlert: 'threshold' };

/**
 * A wallet with its threshold. Input stays until it is saved, even when new data comes from the server. An empty field
 * or a 0 turns the alert off, after a confirmation.
 */
export function ThresholdRow({ wallet }: { wallet: Wallet }) {
  const texts = useTexts(thresholdTexts);
  const notes = useTexts(walletNoteTexts);
  const [draft, setDraft] = useState<{ value: number | undefined }>();
  const [saved, setSaved] = useState<{ draft: typeof draft; before: number }>();
  const [problem, setProblem] = useState<string>();
  const [questionOpened, setQuestionOpened] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const save = useMutation(saveThresholdOptions(wallet.id));
  const name = walletTypeName(wallet.type);
  const note = walletNote(wallet.type);
  const off = wallet.minBalanceAlert === 0;
  const value = draft || off ? draft?.value : wallet.minBalanceAlert;
  const isSaved = draft !== undefined && draft === saved?.draft;
  const changed = draft !== undefined && !isSaved && (draft.value ?? 0) !== wallet.minBalanceAlert;
  useUnsavedChanges(changed);
  // The saved amount stays until the list has it, or that of another user, so that the old amount never reappears. Input
  // after it stays until it is saved.
  const isLoaded = isSaved && (wallet.minBalanceAlert !== saved.before || saved.before === (draft.value ?? 0));
  if (isLoaded) setDraft(undefined);
  const asForm = {
    setErrors: ({ threshold }: Record<string, string>) => setProblem(threshold),
    getInputNode: () => field.current,
  };

  function send() {
    if (save.isPending) return;
    const sent = { draft, before: wallet.minBalanceAlert };
    save.mutate(value ?? 0, {
      onSuccess: () => {
        notifySuccess(texts.saved(name));
        setSaved(sent);
      },
      onError: (error) => showRefusal(asForm, error, serverFields),
      onSettled: () => setQuestionOpened(false),
    });
  }

  return (
    <>
      <form
        className={classes['row']}
        aria-label={name}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changed && !value) setQuestionOpened(true);
          else send();
        }}
      >
        <div className={classes['what']}>
          <p className={classes['name']}>
            {name} {off ? <StatusPill tone="cancelled">{texts.off}</StatusPill> : null}
          </p>
          <p className={classes['caption']}>
            {texts.balance} <Amount value={wallet.balance} />
            {wallet.active ? null : ` · ${texts.inactive}`}
          </p>
          {note ? <p className={classes['caption']}>{notes[note](name)}</p> : null}
        </div>
        <RupiahField
          aria-label={`${texts.title} ${name}`}
          value={value}
          error={problem}
          fieldRef={field}
          onChange={(typed) => {
            setProblem(undefined);
            setDraft({ value: typed });
          }}
        />
        <SubmitButton
          variant="default"
          disabled={!changed}
          sending={save.isPending}
          sendingLabel={texts.saving}
          aria-label={texts.saveFor(name)}
        >
          {texts.save}
        </SubmitButton>
      </form>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.question}
        action={texts.turnOff}
        sendingLabel={texts.saving}
        sending={save.isPending}
        onConfirm={send}
      >
        {texts.questionText(name)}
      </QuestionDialog>
    </>
  );
}
