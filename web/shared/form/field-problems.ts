import { ApiProblem } from '@shared/api/problem';

/**
 * The messages of a refused input under the form's own names, the first of each field. `names` leads from the
 * server's fields to the form's. Empty where the failure names no field of the form.
 */
export function fieldProblems(error: unknown, names: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  if (!(error instanceof ApiProblem)) return found;
  for (const { field, message } of error.fields) {
    const name = names[field];
    if (name !== undefined && message !== '') found[name] ??= message;
  }
  return found;
}

/** The first message that a refused input carries for any field; empty where it carries none. */
export function firstFieldMessage(error: unknown): string {
  return error instanceof ApiProblem ? (error.fields.find(({ message }) => message !== '')?.message ?? '') : '';
}
