import { ApiProblem, noAnswer, unwrap } from './problem';
import { saveFile, wholeStream } from './read-stream';

/** The forms of a file with their content types. */
export const fileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export const fileFormats = ['csv', 'xlsx'] as const;

export type FileFormat = (typeof fileFormats)[number];

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>> | null;

/** A call with `parseAs: 'stream'`. */
type StreamCall = Promise<{ data?: Bytes; error?: unknown; response: Response }>;

/** Saves the answer of a call as a file, once it arrived whole. `name` is without its ending. */
export async function saveAnswer(call: StreamCall, format: FileFormat, name: string): Promise<void> {
  const stream = await unwrap(call);
  if (stream === null) throw new ApiProblem({ status: noAnswer });
  saveFile(await wholeStream(stream, () => undefined), fileTypes[format], `${name}.${format}`);
}
