import { baseUrlOf } from './client';

/** The address of a path of the server, for links and examples that people take elsewhere. */
export function serverUrl(path: string): string {
  return new URL(path, baseUrlOf('main')).href;
}
