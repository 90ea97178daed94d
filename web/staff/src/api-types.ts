import type { paths } from './schema.gen';

type Operation<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method];

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

/** The body of the successful answer of an operation of staff. */
export type AnswerOf<Path extends keyof paths, Method extends keyof paths[Path]> =
  Operation<Path, Method> extends { responses: { 200: infer Ok } } ? Json<Ok> : never;
