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

function frames(stack: string | undefined) {
  const line = /^\s*at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/u;
  return (stack ?? '')
    .split('\n')
    .map((text) => line.exec(text))
    .filter((match) => match !== null)
    .map((match) => ({
      function: match[1] ?? '?',
      filename: scrubUrl(match[2] ?? ''),
      lineno: Number(match[3]),
      colno: Number(match[4]),
      in_app: true,
    }))
    .toReversed();
}

/** Builds the Sentry event of an error, with secrets removed. */
export function eventOf(error: unknown, release: string, page: string) {
  const known = error instanceof Error ? error : new Error(String(error));
  const problem = error instanceof ApiProblem ? error : undefined;
  return {
    event_id: crypto.randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    release,
    request: { url: scrubUrl(page) },
    tags: problem ? { status: String(problem.status), code: problem.code, requestId: problem.requestId } : {},
    exception: {
      values: [{ type: known.name, value: scrub(known.message), stacktrace: { frames: frames(known.stack) } }],
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
