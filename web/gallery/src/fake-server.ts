import { type Client, type ClientInput, clientsPerPage } from './sketch/clients-api';

/** The password of every user of the fake server. */
export const fakePassword = 'sketch';

const token = 'fake-token';
const allPermissions = { 1: true, 2: true };
const cities = ['Jakarta', 'Medan', 'Makassar'];

const user = {
  fullName: 'Sri Wahyuni',
  email: 'sri@example.com',
  language: null,
  Client: { timeZone: 'Asia/Jakarta', features: [] },
};

function firstClients(): Client[] {
  return Array.from('ABCDEFGHIJKL', (letter, index) => ({
    id: index + 1,
    name: `Toko ${letter}`,
    city: cities[index % cities.length] ?? '',
    balance: (index + 1) * 125_000,
  }));
}

function refusal(status: number, code: string, message: string, field?: string): Response {
  const fields = field === undefined ? [] : [{ field, message }];
  return Response.json({ code, message, fields, requestId: 'fake' }, { status });
}

type Answer = (request: Request, url: URL) => Response | Promise<Response>;

/** The calls of a fake server that keeps its clients in memory, by method and path. */
function fakeCalls(held: Record<number, boolean>): Record<string, Answer> {
  const clients = firstClients();
  return {
    'POST /v1/auth': async (request) => {
      const { password }: { password?: unknown } = await request.json();
      if (password === fakePassword) return Response.json({ token });
      return refusal(401, 'InvalidCredentialsError', 'Wrong credentials.');
    },
    'GET /v1/auth/test': () => Response.json({ status: 'ok' }),
    'GET /v1/user': () => Response.json(user),
    'GET /v1/user/logout': () => Response.json({}),
    'PATCH /v1/user/language': () => Response.json({}),
    'GET /v1/permission': () => Response.json(held),
    'GET /v1/clients': (_request, { searchParams }) => {
      const search = (searchParams.get('search') ?? '').toLowerCase();
      const matches = clients.filter(({ name }) => name.toLowerCase().includes(search));
      const start = (Number(searchParams.get('page') ?? 1) - 1) * clientsPerPage;
      return Response.json({ data: matches.slice(start, start + clientsPerPage), total: matches.length });
    },
    'POST /v1/clients': async (request) => {
      const { name, city }: ClientInput = await request.json();
      if (clients.some((client) => client.name === name)) {
        return refusal(400, 'ValidationError', 'No.', 'name');
      }
      const created = { id: clients.length + 1, name, city, balance: 0 };
      clients.push(created);
      return Response.json(created);
    },
    'GET /v1/clients/:id': (_request, { pathname }) => {
      const client = clients.find(({ id }) => pathname.endsWith(`/${id}`));
      return client ? Response.json(client) : refusal(404, 'NotFoundError', 'There is no such client.');
    },
  };
}

/**
 * Answers the calls of the page in place of a server. Calls that it doesn't know, such as the event stream, find no
 * server. `held` are the permissions of its user. Returns how to stop.
 */
export function startFakeServer(held: Record<number, boolean> = allPermissions): () => void {
  const { fetch: real } = globalThis;
  const calls = fakeCalls(held);
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/v1/')) return real(request);
    const name = `${request.method} ${url.pathname.replace(/\/\d+$/u, '/:id')}`;
    if (name !== 'POST /v1/auth' && request.headers.get('Authorization') !== `Bearer ${token}`) {
      return refusal(401, 'UnauthorizedError', 'Not signed in.');
    }
    return calls[name]?.(request, url) ?? refusal(404, 'NotFoundError', 'The fake server has no such call.');
  };
  return () => {
    globalThis.fetch = real;
  };
}
