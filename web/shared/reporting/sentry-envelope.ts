import { ApiProblem } from '@shared/api/problem';

import { scrub, scrubUrl } from './scrub';

interface Target {
  url: string;
  dsn: string;
}

/**
 * Returns the ingest address of a Sentry data source name (`https://key@host/path/project`), or undefined if the text
 * is not one.
 */
export function envelopeTarget(dsn: string): Target | undefined {
  let url: URL;
  try {
    url = new URL(dsn);
  } catch {
    return undefined;
  }
  const parts = url.pathname.split('/');
  const project = parts.pop();
  if (!url.username || !project) return undefined;
  const query = `sentry_key=${encodeURIComponent(url.username)}&sentry_version=7&sentry_client=loket-web%2F1`;
  return { url: `${url.protocol}//${url.host}${parts.join('/')}/api/${project}/envelope/?${query}`, dsn };
}

/** Lines of a stack: 'at name (address:1:2)' in Chromium, 'name@address:1:2' in Firefox and Safari. */
const line = /^\s*(?:at (?:(?<name>.+?) \()?|(?<other>[^@]*)@)(?<file>.+?):(?<row>\d+):(?<column>\d+)\)?$/u;

function frames(stack: string | undefined) {
  return (stack ?? '')
    .split('\n')
    .map((text) => line.exec(text))
    .filter((match) => match !== null)
    .map(({ groups = {} }) => ({
      function: groups['name'] || groups['other'] || '?',
      filename: scrubUrl(groups['file'] ?? ''),
      lineno: Number(groups['row']),
      colno: Number(groups['column']),
      in_app: true,
    }))
    .toReversed();
}

const longestChain = 5;

/** Returns an error with its causes, the outermost first. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let next: unknown = error instanceof Error ? error : new Error(String(error));
  while (next instanceof Error && chain.length < longestChain && !chain.includes(next)) {
    chain.push(next);
    next = next.cause;
  }
  return chain;
}

/** Returns an id of 32 hexadecimal digits. `crypto.randomUUID` is absent on plain HTTP. */
function eventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Builds the Sentry event of an error and its causes, with secrets removed. */
export function eventOf(error: unknown, release: string, page: string) {
  const chain = chainOf(error);
  const problem = chain.find((one) => one instanceof ApiProblem);
  return {
    event_id: eventId(),
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    release,
    request: { url: scrubUrl(page) },
    tags: problem ? { status: String(problem.status), code: problem.code, requestId: problem.requestId } : {},
    exception: {
      // The service wants the innermost cause first.
      values: chain
        .map(({ name, message, stack }) => ({
          type: name,
          value: scrub(message),
          stacktrace: { frames: frames(stack) },
        }))
        .toReversed(),
    },
  };
}

/** Sends an error as one envelope. Rejects if the service cannot be reached. */
export async function sendError(dsn: string, release: string, error: unknown): Promise<void> {
  const target = envelopeTarget(dsn);
  if (!target) return;
  const event = eventOf(error, release, window.location.href);
  const header = { event_id: event.event_id, sent_at: new Date().toISOString(), dsn: target.dsn };
  const body = [header, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n');
  await fetch(target.url, {
    method: 'POST',
    body,
    credentials: 'omit',
    keepalive: true,
    referrerPolicy: 'no-referrer',
  });
}
