import { isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { notifyError } from '@shared/notify/notify';

import { fieldProblems } from './field-problems';
import { type Fields, focusFirstError } from './focus-first-error';

interface RefusedForm extends Fields {
  setErrors: (errors: Record<string, string>) => void;
}

/**
 * Shows why a form was refused: beneath the fields that the answer names, or as a notice where it names none. It is
 * for calls that are marked `inPlace`. `names` leads from the server's fields to the form's.
 */
export function showRefusal(form: RefusedForm, error: unknown, names: Record<string, string>): void {
  const problems = fieldProblems(error, names);
  form.setErrors(problems);
  if (Object.keys(problems).length > 0) focusFirstError(form, problems);
  // A 401 is the end of the session, which is announced already.
  else if (!isUnauthenticated(error)) notifyError(noticeFor(error));
}
