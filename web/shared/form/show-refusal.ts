import { isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { notifyError } from '@shared/notify/notify';

import { fieldProblems } from './field-problems';
import { type Fields, focusFirstError } from './focus-first-error';

interface RefusedForm extends Fields {
  setErrors: (errors: Record<string, string>) => void;
}

/**
 * Shows the refusal of a form at the fields that it names, otherwise as a notice. For calls with `inPlace` in their
 * `meta`. `names` has the form field names by server field names.
 */
export function showRefusal(form: RefusedForm, error: unknown, names: Record<string, string>): void {
  const problems = fieldProblems(error, names);
  form.setErrors(problems);
  if (Object.keys(problems).length > 0) focusFirstError(form, problems);
  // A 401 means that the session ended. The error handler announces that.
  else if (!isUnauthenticated(error)) notifyError(noticeFor(error));
}
