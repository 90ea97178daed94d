import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a page reported, as far as journeys look at it. */
export interface Report {
  release: string;
  tags: Record<string, string>;
  request: { url: string };
  exception: { values: { type: string; value: string }[] };
}

/** A service that takes error reports of browsers: the envelope endpoint of Sentry's protocol on an address of its own. */
export interface Ingest {
  /** The address with its public key, as a deployment sets it. */
  dsn: string;
  /** Scheme, host and port: what a page's policy has to let through. */
  origin: string;
  /** Everything that came, as it came. */
  received: string[];
  reports: () => Report[];
  close: () => void;
}

/** The event that stands in the last line of an envelope. */
function reportIn(envelope: string): Report {
  const report: Report = JSON.parse(envelope.split('\n').at(-1) ?? '');
  return report;
}

/** Starts one on a free port. */
export async function startIngest(): Promise<Ingest> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      received.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
      // The page is of another origin, as it is for the real service.
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has such an address.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    dsn: `http://publickey@${host}/42`,
    origin: `http://${host}`,
    received,
    reports: () => received.map((text) => reportIn(text)),
    close: () => server.close(),
  };
}
