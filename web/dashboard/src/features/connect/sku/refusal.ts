import { ApiProblem } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';

/** What the server says of prices that it refuses: the first SKU, such as one below its net price. */
export function refusalOf(error: unknown): string {
  const notice = noticeFor(error);
  const field = error instanceof ApiProblem ? error.fields[0]?.message : undefined;
  const summary = error instanceof ApiProblem && error.text !== '' ? error.text : (notice.text ?? notice.title);
  return field === undefined ? summary : `${summary}: ${field}`;
}
