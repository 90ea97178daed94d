import { ApiProblem } from '@shared/api/problem';

import { noticeFor } from './catalogue';

/** Returns the first message of a refused input for any field, or undefined. */
export function fieldRefusal(error: unknown): string | undefined {
  return error instanceof ApiProblem ? error.fields.find(({ message }) => message !== '')?.message : undefined;
}

/** Returns what the server said of a refusal: of the first field that it names, else its message; undefined if nothing. */
export function serverText(error: unknown): string | undefined {
  return fieldRefusal(error) ?? (error instanceof ApiProblem && error.text !== '' ? error.text : undefined);
}

/** Returns why a call failed, in one sentence: of the first field that the server names, else of the error catalogue. */
export function refusalText(error: unknown): string {
  const { title, text } = noticeFor(error);
  return fieldRefusal(error) ?? text ?? title;
}
