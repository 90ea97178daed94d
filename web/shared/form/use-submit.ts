import type { UseFormReturnType } from '@mantine/form';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type FormEventHandler, useState } from 'react';

import { ApiProblem, isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { retrySentence } from '@shared/errors/retry-time';
import { notifyError } from '@shared/notify/notify';

import { fieldProblems } from './field-problems';
import { focusFirstError } from './focus-first-error';
import { useUnsavedChanges } from './unsaved';

/** The part of a form of `useCheckedForm` that sending it needs. */
type SubmittedForm<Values> = Pick<UseFormReturnType<Values>, 'onSubmit' | 'isDirty' | 'setErrors' | 'getInputNode'>;

interface SubmitOptions<Values, Answer> {
  /** Marked `inPlace`: the form says itself what was refused. */
  mutation: UseMutationOptions<Answer, Error, Values>;
  /** From the server's names of fields to the form's. */
  fields?: Record<string, string>;
  /** What a refusal means for fields that it does not name, such as a wrong PIN that only its code tells. */
  problems?: (problem: ApiProblem) => Record<string, string> | undefined;
  /** Title of the notice for a refusal of no field; the error catalogue's words unless given. When to try again stands beneath. */
  failed?: string;
  /** False holds the form back: it is checked, but not sent. */
  ready?: boolean;
  /** What follows. The form is sending until a promise that it gives is done, such as that of a navigation. */
  onSuccess: (answer: Answer, values: Values) => unknown;
}

/**
 * Sends a form. Where a field is wrong, by the form's rules or by the server's, the first one gets the focus; a refusal
 * of no field is a notice, which goes with the next answer. Nothing is sent twice. The dialog and the page around the
 * form know of its unsaved input.
 */
export function useSubmit<Values extends object, Answer>(
  form: SubmittedForm<Values>,
  options: SubmitOptions<Values, Answer>,
): { onSubmit: FormEventHandler<HTMLFormElement>; sending: boolean } {
  const { mutation, fields = {}, problems, failed, ready = true, onSuccess } = options;
  const [notice, setNotice] = useState<{ takeBack: () => void }>();
  const { mutate, isPending: sending } = useMutation({
    ...mutation,
    onSuccess: (answer: Answer, values: Values) => {
      notice?.takeBack();
      return onSuccess(answer, values);
    },
  });
  useUnsavedChanges(form.isDirty(), sending);

  function refuse(error: Error): void {
    notice?.takeBack();
    const known = error instanceof ApiProblem ? problems?.(error) : undefined;
    const found = { ...fieldProblems(error, fields), ...known };
    form.setErrors(found);
    if (Object.keys(found).length > 0) focusFirstError(form, found);
    // A 401 is the end of the session, which is announced already, unless the form keeps the session (`keepSession`).
    else if (!isUnauthenticated(error) || mutation.meta?.keepSession) {
      const words = failed === undefined ? noticeFor(error) : { title: failed, text: retrySentence(error) };
      setNotice({ takeBack: notifyError(words) });
    }
  }

  const onSubmit = form.onSubmit(
    (values) => {
      if (sending || !ready) return;
      mutate(values, { onError: refuse });
    },
    (errors) => focusFirstError(form, errors),
  );
  return { onSubmit, sending };
}
