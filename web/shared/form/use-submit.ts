import type { UseFormReturnType } from '@mantine/form';
import { hashKey, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { ApiProblem, isSessionEnd, isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { retrySentence } from '@shared/errors/retry-time';
import { notifyError } from '@shared/notify/notify';

import { fieldProblems } from './field-problems';
import { focusFirstError } from './focus-first-error';
import { useUnsavedChanges } from './unsaved';

/** The methods of a form that `useSubmit` needs. */
type SubmittedForm<Values> = Pick<UseFormReturnType<Values>, 'onSubmit' | 'isDirty' | 'setErrors' | 'getInputNode'>;

interface SubmitOptions<Values, Answer> {
  /** The form shows its refusals itself, as if its `meta` had `inPlace`. */
  mutation: UseMutationOptions<Answer, Error, Values>;
  /** Form field names by server field names. */
  fields?: Record<string, string>;
  /** Messages by field for refusals that name no field, such as the code of a wrong PIN. */
  problems?: (problem: ApiProblem) => Record<string, string> | undefined;
  /**
   * Title of the notice for a refusal without fields; the error catalogue's title by default. The time of the next try
   * is added.
   */
  failed?: string;
  /** Errors that are reported to the error-reporting service and not shown. */
  silent?: (error: Error) => boolean;
  /** If false, the form is validated but not sent. */
  ready?: boolean;
  /**
   * Called after success. If it returns a promise, such as that of a navigation, the form counts as sending until it
   * settles.
   */
  onSuccess: (answer: Answer, values: Values) => unknown;
}

/**
 * Sends a form. On errors of fields, from the form's rules or from the server, the first field gets the focus. Other
 * refusals are shown as a notice, which closes with the next answer. A form that is sending is not sent again. Unsaved
 * input is registered with the dialog and the page around the form.
 */
export function useSubmit<Values extends object, Answer>(
  form: SubmittedForm<Values>,
  options: SubmitOptions<Values, Answer>,
): { onSubmit: (event?: FormEvent<HTMLFormElement>) => void; sending: boolean } {
  const { mutation, fields = {}, problems, failed, silent, ready = true, onSuccess } = options;
  const [notice, setNotice] = useState<{ takeBack: () => void }>();
  const { mutate, isPending: sending } = useMutation({
    ...mutation,
    meta: { ...mutation.meta, inPlace: true },
    onSuccess: async (...answered: Parameters<NonNullable<typeof mutation.onSuccess>>) => {
      const [answer, values] = answered;
      notice?.takeBack();
      await mutation.onSuccess?.(...answered);
      return onSuccess(answer, values);
    },
  });
  useUnsavedChanges(form.isDirty(), sending);

  function refuse(error: Error): void {
    notice?.takeBack();
    // The user cancelled what the call waited for.
    if (error.name === 'AbortError') return;
    const ownProblems = error instanceof ApiProblem ? problems?.(error) : undefined;
    const fieldErrors = { ...fieldProblems(error, fields), ...ownProblems };
    form.setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length > 0) focusFirstError(form, fieldErrors);
    else if (silent?.(error)) setNotice(undefined);
    // The error handler announces that the session ended. With `keepSession`, another 401 is about what was typed.
    else if (
      !isUnauthenticated(error) ||
      (mutation.meta?.keepSession && (failed !== undefined || !isSessionEnd(error)))
    ) {
      const content = failed === undefined ? noticeFor(error) : { title: failed, text: retrySentence(error) };
      setNotice({ takeBack: notifyError(content, { about: mutation.mutationKey && hashKey(mutation.mutationKey) }) });
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
