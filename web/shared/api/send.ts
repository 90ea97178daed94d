import type { Session } from '@shared/session/session';
import { userOfToken } from '@shared/session/token';

import { proveUser } from './step-up';

const unauthenticated = 401;
const forbidden = 403;

/** How the path of the call ends that answers a question for a proof. It must not wait for that question. */
const proofPath = '/auth/step-up';

interface Refusal {
  code?: unknown;
  methods?: unknown;
}

async function refusalOf(response: Response): Promise<Refusal> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null ? body : {};
}

function methodsOf({ methods }: Refusal): string[] {
  return Array.isArray(methods) ? methods.filter((method) => typeof method === 'string') : [];
}

/** Two requests in place of one. JSON is sent as text: a clone would send it as a stream, of which nothing is seen in the browser's tools. */
async function twice(request: Request): Promise<[Request, Request]> {
  const isJSON = request.method !== 'GET' && request.headers.get('Content-Type') === 'application/json';
  if (!isJSON) return [request, request.clone()];
  const { method } = request;
  const body = await request.text();
  // A DELETE may have the type and no body.
  const text = { method, body: body === '' ? null : body };
  return [new Request(request, text), new Request(request, text)];
}

/**
 * Sends a request. It is sent once more, with the new token, when the server first wants to know who uses the session, and
 * when the session got its new token while the request was on its way. A request whose proof the user cancelled ends as
 * one that was cancelled.
 */
export async function send(request: Request, session: Session): Promise<Response> {
  const [first, again] = await twice(request);
  const response = await globalThis.fetch(first);
  if (response.status !== unauthenticated && response.status !== forbidden) return response;
  if (new URL(request.url).pathname.endsWith(proofPath)) return response;
  if (response.status === forbidden) {
    const refusal = await refusalOf(response);
    if (refusal.code !== 'StepUpRequiredError') return response;
    if (!(await proveUser(methodsOf(refusal)))) throw new DOMException('the proof was cancelled', 'AbortError');
  }
  const { token } = session.read();
  const sentWith = request.headers.get('Authorization')?.replace(/^Bearer /u, '');
  if (!token || !sentWith || token === sentWith || userOfToken(token) !== userOfToken(sentWith)) return response;
  again.headers.set('Authorization', `Bearer ${token}`);
  return globalThis.fetch(again);
}
