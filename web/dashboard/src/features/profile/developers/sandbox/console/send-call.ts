import { ApiProblem, noAnswer } from '@shared/api/problem';
import { serverUrl } from '@shared/api/server-url';

/** A call of the console. */
export interface ConsoleCall {
  method: string;
  /** Path and query. */
  target: string;
  testKey: string;
  body: { type: string; text: string } | undefined;
}

/** What came back. */
export interface ConsoleAnswer {
  status: number;
  /** In milliseconds. */
  duration: number;
  headers: string;
  body: string;
}

const prefix = '/h2h/v1/';

/** What test keys begin with. Keys of the real account don't. */
export const testKeyPrefix = 'lk_test_';

/** Returns the address of a target; undefined for one that is not of the client API on this server. */
export function addressOf(target: string): URL | undefined {
  const base = new URL(serverUrl('/'));
  const address = URL.parse(target.trim(), base);
  return address?.origin === base.origin && address.pathname.startsWith(prefix) ? address : undefined;
}

/** Sends a call to the client API with a test key. */
export async function sendCall({ method, target, testKey, body }: ConsoleCall): Promise<ConsoleAnswer> {
  const address = addressOf(target);
  if (!address) throw new ApiProblem({ status: noAnswer });
  const start = performance.now();
  try {
    const response = await fetch(address, {
      method,
      headers: { Authorization: `Bearer ${testKey}`, ...(body && { 'Content-Type': body.type }) },
      ...(body && { body: body.text }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    const text = await response.text();
    return {
      status: response.status,
      duration: Math.round(performance.now() - start),
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body: text,
    };
  } catch (error) {
    throw new ApiProblem({ status: noAnswer, cause: error });
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call as a command for a shell. The key is left to a variable, so that it is in no history. */
export function curlOf({ method, target, body }: ConsoleCall): string {
  return [
    `curl -X ${method} ${quoted(addressOf(target)?.href ?? target)}`,
    '-H "Authorization: Bearer $LOKET_TEST_KEY"',
    ...(body ? [`-H ${quoted(`Content-Type: ${body.type}`)}`, `--data ${quoted(body.text)}`] : []),
  ].join(' \\\n  ');
}
