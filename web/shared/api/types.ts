import type { paths } from './schema.gen';

type Operation<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method];

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

/** Body of the good answer of an operation, as the server publishes it. */
export type AnswerOf<Path extends keyof paths, Method extends keyof paths[Path]> =
  Operation<Path, Method> extends { responses: infer Responses }
    ? Responses extends { 200: infer Ok }
      ? Json<Ok>
      : never
    : never;

/** Query parameters of an operation. */
export type QueryOf<Path extends keyof paths, Method extends keyof paths[Path]> =
  Operation<Path, Method> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** The signed-in user with the client they act for. */
export type CurrentUser = AnswerOf<'/v1/user', 'get'>;
/** The client of the signed-in user. */
export type ClientDetail = CurrentUser['Client'];
/** The user without the client. */
export type UserDetail = Omit<CurrentUser, 'Client'>;
