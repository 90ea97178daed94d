/** How long after the page began an early answer counts, in milliseconds. What is asked for later wants the state of then. */
const lifetime = 10_000;

/** Calls that the page made before its scripts were there (public/start.js), by their addresses. */
interface EarlyAnswers {
  /** The header that they were made with. */
  authorization: string;
  answers: Record<string, Promise<Response>>;
}

declare global {
  var loketEarly: EarlyAnswers | undefined;
}

/**
 * Returns the answer of a call that the page made early, or undefined. Each is given out once, to the same session, and
 * fails as the call would if that is cancelled; if it failed, the call is made.
 */
export function earlyAnswer(request: Request): Promise<Response> | undefined {
  const early = globalThis.loketEarly;
  if (request.method !== 'GET' || early?.authorization !== request.headers.get('Authorization')) return undefined;
  const { [request.url]: answer, ...rest } = early.answers;
  if (!answer || performance.now() > lifetime) return undefined;
  early.answers = rest;
  return taken(answer, request);
}

async function taken(answer: Promise<Response>, request: Request): Promise<Response> {
  const early = await answer.catch(() => undefined);
  request.signal.throwIfAborted();
  return early ?? globalThis.fetch(request);
}
