/** A destination of a CSV file with the line that it stands on. */
interface CsvNumber {
  line: number;
  text: string;
}

/** Why a line's number was not taken: Excel wrote it as 8.12E+11, or dropped its first zero. */
interface CsvProblem {
  line: number;
  text: string;
  kind: 'exponent' | 'zero';
}

/** The numbers of a file, or why it has none: keys of texts. */
export type CsvResult =
  | { kind: 'numbers'; numbers: CsvNumber[]; problems: CsvProblem[] }
  | { kind: 'empty' | 'header' | 'none' | 'many' };

// Browsers on Windows call CSV files by the program that opens them, others don't know the type.
const csvTypes = new Set(['text/csv', 'application/vnd.ms-excel', 'application/csv', '']);
const largestFile = 5 * 1024 * 1024;

/** Why a file is refused before it is read: it is no CSV file, or larger than ten thousand lines can be. */
export function fileProblem(file: { name: string; type: string; size: number }): 'type' | 'large' | undefined {
  if (!csvTypes.has(file.type) || !file.name.toLowerCase().endsWith('.csv')) return 'type';
  return file.size > largestFile ? 'large' : undefined;
}

const exponent = /^\+?\d+(?:[.,]\d+)?E\+?\d+$/iu;
// Excel's notice of the separator may stand before the header. Each separator is understood without it.
const separatorNotice = /^"?sep=.?"?\s*$/iu;
// Mobile numbers have 10 to 13 digits with their first zero.
const withoutZero = /^8\d{8,11}$/u;

/**
 * Reads the first column of a CSV file after its header row. Commas, semicolons and tabs separate; cells may be quoted.
 * With `mobile` a number without its first zero is repaired and reported.
 */
export function readCsv(text: string, most: number, mobile: boolean): CsvResult {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (clean.trim() === '' || clean.includes('\u0000')) return { kind: 'empty' };
  const cells = withoutNotice(clean);
  if (cells.length <= 1) return { kind: 'header' };
  const numbers: CsvNumber[] = [];
  const problems: CsvProblem[] = [];
  for (const cell of cells.slice(1)) {
    if (exponent.test(cell.text)) problems.push({ ...cell, kind: 'exponent' });
    else if (cell.text !== '') {
      if (mobile && withoutZero.test(cell.text)) problems.push({ ...cell, kind: 'zero' });
      numbers.push(cell);
      if (numbers.length > most) return { kind: 'many' };
    }
  }
  if (numbers.length === 0 && problems.length === 0) return { kind: 'none' };
  return { kind: 'numbers', numbers, problems };
}

function withoutNotice(text: string): CsvNumber[] {
  const [first = ''] = text.split('\n', 1);
  const cells = firstCells(text);
  return separatorNotice.test(first) ? cells.slice(1) : cells;
}

/** The first cell of each line that is not empty. A quoted cell may have separators and line breaks. */
function firstCells(text: string): CsvNumber[] {
  const cells: CsvNumber[] = [];
  let line = 1;
  let place = 0;
  while (place < text.length) {
    const start = line;
    const [cell, after] = text[place] === '"' ? quotedCell(text, place) : plainCell(text, place);
    const [end, next] = lineEnd(text, after);
    line += countBreaks(text, place, end);
    if (cell !== '' || text.slice(after, end).trim() !== '') cells.push({ line: start, text: cell });
    if (next > end) line += 1;
    place = next;
  }
  return cells;
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let place = from; place < to; place += 1) if (text[place] === '\n') count += 1;
  return count;
}

function quotedCell(text: string, from: number): [cell: string, after: number] {
  let cell = '';
  let place = from + 1;
  while (place < text.length) {
    const end = text.indexOf('"', place);
    if (end === -1) return [(cell + text.slice(place)).trim(), text.length];
    cell += text.slice(place, end);
    if (text[end + 1] !== '"') return [cell.trim(), end + 1];
    cell += '"';
    place = end + 2;
  }
  return [cell.trim(), place];
}

function plainCell(text: string, from: number): [cell: string, after: number] {
  let place = from;
  while (place < text.length && !',;\t\r\n'.includes(text[place] ?? '')) place += 1;
  return [text.slice(from, place).trim(), place];
}

/** The end of the line that a place is in, and the begin of the next one. Quoted cells may have line breaks. */
function lineEnd(text: string, from: number): [end: number, next: number] {
  let quoted = false;
  let place = from;
  while (place < text.length) {
    const sign = text[place];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) {
      return [place, sign === '\r' && text[place + 1] === '\n' ? place + 2 : place + 1];
    }
    place += 1;
  }
  return [place, place];
}
