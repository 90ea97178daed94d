import { ApiProblem, noAnswer } from './problem';

/** A byte stream of an answer, as the browser gives it. */
type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * Reads a stream to its end and returns its parts, for a file. `onPart` gets each part when it arrives. Fails if the
 * connection ends early, so a file is never cut off without notice.
 */
export async function readStream(
  stream: Bytes,
  onPart: (part: Uint8Array<ArrayBuffer>) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  for (;;) {
    // Parts arrive one after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
    onPart(value);
  }
}

/** Reads a stream. A connection that ends early is a call without an answer, a cancellation stays one. */
export async function wholeStream(...[stream, onPart]: Parameters<typeof readStream>) {
  try {
    return await readStream(stream, onPart);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem({ status: noAnswer, cause: error });
  }
}

/** Saves a file as a download of the browser. */
export function saveFile(parts: Uint8Array<ArrayBuffer>[], type: string, name: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
