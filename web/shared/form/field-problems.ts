import { ApiProblem } from '@shared/api/problem';

/**
 * Returns the first message of each refused field, by form field name. `names` has the form field names by server field
 * names. Empty if the error names no field of the form.
 */
export function fieldProblems(error: unknown, names: Record<string, string>): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!(error instanceof ApiProblem)) return problems;
  for (const { field, message } of error.fields) {
    const name = names[field];
    if (name !== undefined && message !== '') problems[name] ??= message;
  }
  return problems;
}
