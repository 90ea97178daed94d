export interface StreamEvent {
  name: string;
  data: string;
}

/**
 * Parses the text of an event stream chunk by chunk. Chunks can end anywhere, even inside a CRLF. Comments (heartbeats)
 * and ids are skipped.
 */
export class EventStreamReader {
  #rest = '';
  #name = '';
  #data: string[] = [];

  /** Adds a chunk and returns the events that it completes. */
  push(piece: string): StreamEvent[] {
    const text = this.#rest + piece;
    // A CR at the end may be the first half of a CRLF.
    const usable = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = usable.split(/\r\n|\n|\r/u);
    this.#rest = (lines.pop() ?? '') + text.slice(usable.length);
    const events: StreamEvent[] = [];
    for (const line of lines) this.#line(line, events);
    return events;
  }

  #line(line: string, events: StreamEvent[]): void {
    if (line === '') {
      if (this.#data.length > 0) events.push({ name: this.#name || 'message', data: this.#data.join('\n') });
      this.#name = '';
      this.#data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
  }
}
