/** One event of a stream. */
export interface StreamEvent {
  id: string;
  name: string;
  data: string;
}

/**
 * Reads the text of an event stream piece by piece: pieces end anywhere, even between the two characters of a line
 * end. Comments (heartbeats) give no event.
 */
export class EventStreamReader {
  #rest = '';
  #id = '';
  #name = '';
  #data: string[] = [];

  /** The events that are complete with this piece. */
  push(piece: string): StreamEvent[] {
    const text = this.#rest + piece;
    // A CR at the very end may be half of a CRLF.
    const usable = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = usable.split(/\r\n|\n|\r/u);
    this.#rest = (lines.pop() ?? '') + text.slice(usable.length);
    const events: StreamEvent[] = [];
    for (const line of lines) this.#line(line, events);
    return events;
  }

  #line(line: string, events: StreamEvent[]): void {
    if (line === '') {
      if (this.#data.length > 0)
        events.push({ id: this.#id, name: this.#name || 'message', data: this.#data.join('\n') });
      this.#name = '';
      this.#data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
    else if (field === 'id') this.#id = value;
  }
}
