/** A message about one field of a request. */
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

/** Status of a call without an answer. */
export const noAnswer = 0;

const unauthenticated = 401;

/**
 * A failed call: an error answer of the server, or no answer at all (status 0). It has everything that the error
 * catalogue needs, so only `unwrap` reads responses.
 */
export class ApiProblem extends Error {
  readonly status: number;
  /** Stable code such as `ThrottleRejectError`; empty if the answer had none. */
  readonly code: string;
  /** Message of the server; empty if the answer had none. */
  readonly text: string;
  readonly fields: FieldProblem[];
  readonly requestId: string;
  /** Restricted token that comes with `PasswordExpiredError`. */
  readonly token: string;
  /** When the call may be tried again; undefined if the answer did not say. */
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

/** Reports whether a call was refused because the user is not signed in any more. */
export function isUnauthenticated(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status === unauthenticated;
}

/**
 * Reports whether a call was refused because the session ended. Other refusals with 401 are about what was typed, such
 * as a wrong PIN.
 */
export function isSessionEnd(error: unknown): error is ApiProblem {
  return isUnauthenticated(error) && error.code === 'UnauthorizedError';
}

const notFound = 404;

/** Reports whether a call failed, and not because the session ended or what it asks for does not exist. */
export function isFailure(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status !== unauthenticated && error.status !== notFound;
}

const timedOut = 408;
const firstServerError = 500;

/**
 * Reports whether a request may have had its effect although it failed: no answer came, or the server failed while it
 * worked, or its first try still runs. All other answers are decisions of the server.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true;
  const { status, code } = error;
  return status === noAnswer || status === timedOut || status >= firstServerError || code === 'IdempotencyRunningError';
}

/** Reports whether the server knows the key of a request with other input: a request with it was made. */
export function isKeyConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'IdempotencyConflictError';
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

/** Returns the time in the body, or now plus the seconds of the `Retry-After` header. */
function retryAtOf(moment: unknown, headers: Headers): Date | undefined {
  const named = Date.parse(textOf(moment) ?? '');
  if (!Number.isNaN(named)) return new Date(named);
  // Our server sends seconds. The date form, which proxies may send, is ignored.
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 ? new Date(Date.now() + seconds * 1000) : undefined;
}

/** Creates a problem from a status and any error body. Proxies send bodies of other shapes. */
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

/** Reports whether fetch failed without an answer: it throws a TypeError, a timeout signal a TimeoutError. */
function isFetchFailure(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/**
 * Returns the data of a call, or throws an `ApiProblem`. An aborted call throws its `AbortError`, which the query cache
 * treats as a cancellation.
 */
export async function unwrap<Result extends Answer>(
  call: Promise<Result>,
): Promise<Exclude<Result['data'], undefined>> {
  let answer: Result;
  try {
    answer = await call;
  } catch (error) {
    if (!isFetchFailure(error)) throw error;
    throw new ApiProblem({ status: noAnswer, cause: error });
  }
  if (!answer.response.ok) {
    throw problemFrom(answer.response.status, answer.error, answer.response.headers);
  }
  // A successful answer has the published type of its operation.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return answer.data as Exclude<Result['data'], undefined>;
}
