import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

interface Init {
  params?: { path?: object; query?: object; header?: object };
  body?: object;
  signal?: AbortSignal;
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';

/** Makes a call of bill payment that the published API does not have yet. */
export async function unpublished<Body>(method: Method, path: string, init?: Init): Promise<Body> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the paths are not published yet
  const calls = api.main as unknown as Record<Method, (path: string, init?: Init) => Promise<Answer>>;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the paths are not published yet
  return (await unwrap(calls[method](path, init))) as Body;
}
