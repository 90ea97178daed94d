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
 * Returns the answer of a call that the page made early, or undefined. Each is given out once, to the same session; if
 * it failed, the call is made.
 */
export function earlyAnswer(request: Request): Promise<Response> | undefined {
  const early = globalThis.loketEarly;
  if (request.method !== 'GET' || early?.authorization !== request.headers.get('Authorization')) return undefined;
  const { [request.url]: answer, ...rest } = early.answers;
  if (!answer) return undefined;
  early.answers = rest;
  return answer.catch(() => globalThis.fetch(request));
}
