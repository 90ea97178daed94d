/** A message for one field of what was sent. */
export interface FieldProblem {
  field: string;
  message: string;
}

interface ProblemInit {
  status: number;
  code?: string | undefined;
  message?: string | undefined;
  fields?: FieldProblem[] | undefined;
  requestId?: string | undefined;
  token?: string | undefined;
  retryAt?: Date | undefined;
  cause?: unknown;
}

/** Status of a call that got no answer at all. */
export const noAnswer = 0;

const unauthenticated = 401;

/**
 * A call that failed: the server's error body, or no answer at all (status 0). Everything the error catalogue needs,
 * so that no one but `unwrap` looks at a response.
 */
export class ApiProblem extends Error {
  readonly status: number;
  /** Stable code such as `ThrottleRejectError`; empty where the answer carried none. */
  readonly code: string;
  /** The server's message; empty where the answer carried none. */
  readonly text: string;
  readonly fields: FieldProblem[];
  readonly requestId: string;
  /** Restricted token that comes with `PasswordExpiredError`. */
  readonly token: string;
  /** From when on the call may work; undefined where the answer did not say. */
  readonly retryAt: Date | undefined;

  constructor(init: ProblemInit) {
    super(init.message || init.code || `HTTP ${init.status}`, { cause: init.cause });
    this.name = 'ApiProblem';
    this.status = init.status;
    this.code = init.code ?? '';
    this.text = init.message ?? '';
    this.fields = init.fields ?? [];
    this.requestId = init.requestId ?? '';
    this.token = init.token ?? '';
    this.retryAt = init.retryAt;
  }
}

/** Whether a call was refused because nobody, or nobody any more, is signed in. */
export function isUnauthenticated(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === unauthenticated;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function fieldsOf(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((entry) => ({
    field: textOf(entry['field']) ?? '',
    message: textOf(entry['message']) ?? '',
  }));
}

/** The moment that the body names, or that lies the seconds of the `Retry-After` header ahead. */
function retryAtOf(moment: unknown, headers: Headers): Date | undefined {
  const named = Date.parse(textOf(moment) ?? '');
  if (!Number.isNaN(named)) return new Date(named);
  // Ours are seconds; a date, as proxies may send it, says nothing here.
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 ? new Date(Date.now() + seconds * 1000) : undefined;
}

/** Makes a problem from a status and an error body of any shape: proxies answer too, and not in our words. */
export function problemFrom(status: number, body: unknown, headers = new Headers()): ApiProblem {
  const requestId = headers.get('X-Request-Id') ?? '';
  if (!isRecord(body)) return new ApiProblem({ status, requestId, retryAt: retryAtOf(undefined, headers) });
  return new ApiProblem({
    status,
    code: textOf(body['code']),
    message: textOf(body['message']),
    fields: fieldsOf(body['fields']),
    requestId: textOf(body['requestId']) ?? requestId,
    token: textOf(body['token']),
    retryAt: retryAtOf(body['retryAt'], headers),
  });
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** Whether a call got no answer: fetch says so with a TypeError and nothing else, a signal that ran out by its name. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/**
 * Turns the result of a call into its data, or throws an `ApiProblem`. An aborted call throws its own `AbortError`,
 * which the query cache knows as a cancellation.
 */
export async function unwrap<Result extends Answer>(
  call: Promise<Result>,
): Promise<Exclude<Result['data'], undefined>> {
  let answer: Result;
  try {
    answer = await call;
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    throw new ApiProblem({ status: noAnswer, cause: error });
  }
  if (!answer.response.ok) {
    throw problemFrom(answer.response.status, answer.error, answer.response.headers);
  }
  // A good answer has the data that its operation publishes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return answer.data as Exclude<Result['data'], undefined>;
}
