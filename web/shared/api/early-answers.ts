/** How long after the page began an early answer counts, in milliseconds. What is asked for later wants the state of then. */
const lifetime = 10_000;

/** A call that the page made early. */
interface EarlyAnswer {
  response: Promise<Response>;
  /** That of its texts, if it has some. */
  language: string | undefined;
}

/** Calls that the page made before its scripts were there (shared/app/start), by their addresses. */
interface EarlyAnswers {
  /** The header that they were made with. */
  authorization: string;
  /** Undefined once the app took it or made the call itself. */
  answers: Record<string, EarlyAnswer | undefined>;
}

declare global {
  var loketEarly: EarlyAnswers | undefined;
}

/** Reports whether the page asked for a path early, and nobody has taken the answer yet. */
export function hasEarlyAnswer(path: string): boolean {
  const answers = Object.entries(globalThis.loketEarly?.answers ?? {});
  return performance.now() <= lifetime && answers.some(([url, answer]) => answer && new URL(url).pathname === path);
}

/**
 * Returns the answer of a call that the page made early, or undefined. Each is given out once, to the same session and
 * in the language that is asked for, and fails as the call would if that is cancelled; if it failed, the call is made.
 */
export function earlyAnswer(request: Request): Promise<Response> | undefined {
  const early = globalThis.loketEarly;
  if (request.method !== 'GET' || early?.authorization !== request.headers.get('Authorization')) return undefined;
  const answer = early.answers[request.url];
  // What has not been asked early is not asked for late.
  early.answers[request.url] = undefined;
  if (!answer || performance.now() > lifetime) return undefined;
  if (answer.language !== undefined && answer.language !== request.headers.get('Accept-Language')) return undefined;
  return taken(answer.response, request);
}

async function taken(answer: Promise<Response>, request: Request): Promise<Response> {
  const early = await answer.catch(() => undefined);
  request.signal.throwIfAborted();
  return early ?? globalThis.fetch(request);
}
