import type { paths } from './schema.gen';

type Operation<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method];

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

/** The body of the successful answer of an operation. */
export type AnswerOf<Path extends keyof paths, Method extends keyof paths[Path]> =
  Operation<Path, Method> extends { responses: infer Responses }
    ? Responses extends { 200: infer Ok }
      ? Json<Ok>
      : never
    : never;

export type QueryOf<Path extends keyof paths, Method extends keyof paths[Path]> =
  Operation<Path, Method> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** The signed-in user with their client. */
export type CurrentUser = AnswerOf<'/v1/user', 'get'>;
/** The client of the signed-in user. */
export type ClientDetail = CurrentUser['Client'];
/** The user without the client. */
export type UserDetail = Omit<CurrentUser, 'Client'>;

/** The JSON body that an operation takes. */
export type BodyOf<Path extends keyof paths, Method extends keyof paths[Path]> =
  Operation<Path, Method> extends { requestBody: infer Request } ? Json<Request> : never;
