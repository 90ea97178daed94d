import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields of a report that journeys check. */
export interface Report {
  release: string;
  tags: Record<string, string>;
  request: { url: string };
  exception: { values: { type: string; value: string }[] };
}

/** A server for error reports: the envelope endpoint of the Sentry protocol. */
export interface Ingest {
  /** The data source name, as a deployment configures it. */
  dsn: string;
  /** Its origin, which the content security policy must allow. */
  origin: string;
  /** The bodies of all requests. */
  received: string[];
  reports: () => Report[];
  close: () => void;
}

/** Returns the event in the last line of an envelope. */
function reportIn(envelope: string): Report {
  const report: Report = JSON.parse(envelope.split('\n').at(-1) ?? '');
  return report;
}

/** Starts a server on a free port. */
export async function startIngest(): Promise<Ingest> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      received.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`);
      // The page has another origin, as with the real service.
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address of this type.
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
