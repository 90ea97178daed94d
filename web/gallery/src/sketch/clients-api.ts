/** A client of the sketch app. */
export interface Client {
  id: number;
  name: string;
  city: string;
  /** Money in the wallet, in rupiah. */
  balance: number;
}

/** What the form of a new client sends. */
export interface ClientInput {
  name: string;
  city: string;
}

interface Answer<Body> {
  200: { headers: Record<string, unknown>; content: { 'application/json': Body } };
}

/** The calls that only the sketch app has, written as the generated types of a server are. */
export interface ClientPaths {
  '/v1/clients': {
    get: {
      parameters: { query?: { search?: string | undefined; page?: number | undefined } };
      responses: Answer<{ data: Client[]; total: number }>;
    };
    post: {
      parameters: { query?: never };
      requestBody: { content: { 'application/json': ClientInput } };
      responses: Answer<Client>;
    };
  };
  '/v1/clients/{id}': {
    get: { parameters: { path: { id: number } }; responses: Answer<Client> };
  };
}

/** Rows of a page of clients. */
export const clientsPerPage = 5;
