import Papa from 'papaparse';

import { visibleText } from '../destinations/destinations';

/** A row of a file with the line that it begins on. */
interface CsvRow {
  line: number;
  cells: string[];
}

/** A file of cells, without empty rows. */
export interface CsvTable {
  rows: CsvRow[];
  /** Where the numbers and the names are; the user may choose another column of numbers. */
  numberColumn: number;
  nameColumn: number | undefined;
  /** Names of the columns, or their first cells. */
  columns: string[];
  /** Whether the first row is a header; undefined if it looks like a number, so that the user has to say. */
  hasHeader: boolean | undefined;
}

/** The cells of a file, or why it has none: keys of texts. */
export type CsvFile = { kind: 'table'; table: CsvTable } | { kind: 'empty' | 'header' };

/** A number of a file. */
export interface CsvNumber {
  line: number;
  destinationNo: string;
  name: string;
}

/** Why a number has to be looked at: a spreadsheet shortened it, and it is not taken, or dropped its first zero. */
export interface CsvProblem extends CsvNumber {
  kind: 'exponent' | 'zero';
}

// Browsers on Windows call CSV files by the program that opens them, others don't know the type.
const csvTypes = new Set(['text/csv', 'application/vnd.ms-excel', 'application/csv', '']);
const largestFile = 5 * 1024 * 1024;

/** Why a file is refused before it is read: it is no CSV file, or larger than ten thousand lines can be. */
export function fileProblem(file: { name: string; type: string; size: number }): 'type' | 'large' | undefined {
  if (!csvTypes.has(file.type) || !file.name.toLowerCase().endsWith('.csv')) return 'type';
  return file.size > largestFile ? 'large' : undefined;
}

// Excel's notice of the separator may stand before the header.
const separatorNotice = /^\uFEFF?"?sep=(.)"?[^\S\t]*(?:\r\n|\r|\n|$)/iu;
const numberWords =
  /\b(?:nomor|number|no ?hp|hp|phone|telepon|telp|msisdn|tujuan|destination|ponsel|meter|pelanggan)\b/iu;
const nameWords = /^(?:(?:employee|customer|full) name|name|nama.*)$/iu;
// What marks a cell as text in spreadsheets: '0812… and ="0812…".
const textMarks = /^(?:'|="?)|"$/gu;
const numberLike = /^\+?\(?\d[\d ().+/-]{5,}$/u;
const exponent = /^\+?(\d+)(?:[.,](\d+))?E\+?(\d+)$/iu;
// What is left of 8,12E+11 where the comma separates.
const leadingDigits = /^\+?\d{1,3}$/u;
const restOfExponent = /^\d+E\+?\d+$/iu;
// Mobile numbers have 10 to 13 digits with their first zero.
const withoutZero = /^8\d{8,11}$/u;

function isNumberLike(cell: string): boolean {
  const text = cell.replaceAll(textMarks, '');
  return numberLike.test(text) || exponent.test(text);
}

/** Reads the cells of a CSV file: finds its separator, its header, and the columns of numbers and names. */
export function readCsv(text: string): CsvFile {
  if (text.trim() === '' || text.includes('\u0000')) return { kind: 'empty' };
  const notice = separatorNotice.exec(text);
  const body = notice ? text.slice(notice[0].length) : text;
  const rows = rowsOf(body, notice?.[1] ?? separatorOf(body), notice ? 2 : 1);
  const [first, ...rest] = rows;
  if (!first) return { kind: 'header' };
  const { numberColumn, named } = findNumbers(first, rest);
  const isNumber = isNumberLike(first.cells[numberColumn] ?? '');
  if (rest.length === 0 && !isNumber) return { kind: 'header' };
  const nameColumn = first.cells.findIndex((cell, column) => column !== numberColumn && nameWords.test(cell));
  return {
    kind: 'table',
    table: {
      rows,
      numberColumn,
      nameColumn: nameColumn === -1 ? undefined : nameColumn,
      columns: first.cells,
      hasHeader: isNumber && !named ? undefined : true,
    },
  };
}

const separators = [';', '\t', '|', ','];
const quoted = /"(?:[^"]|"")*"/gu;
/** How much of a file is looked at for its separator. */
const sampledText = 10_000;

/** The separator of a file, which is one for all of it: that of its first row, else the one that most rows have. */
function separatorOf(text: string): string {
  const sample = text.slice(0, sampledText).replaceAll(quoted, '');
  const rows = sample.split(/[\r\n]+/u).filter((row) => row.trim() !== '');
  const inRows = (separator: string) => rows.filter((row) => row.includes(separator)).length;
  const [byRows = ','] = separators.toSorted((one, other) => inRows(other) - inRows(one));
  return separators.find((separator) => rows[0]?.includes(separator)) ?? byRows;
}

/** The rows of a text that are not empty. A quoted cell may have separators and line breaks. */
function rowsOf(text: string, delimiter: string, firstLine: number): CsvRow[] {
  const { data } = Papa.parse<string[]>(text, { delimiter });
  let line = firstLine;
  const rows: CsvRow[] = [];
  for (const raw of data) {
    const cells = raw.map(visibleText);
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
    line += 1 + raw.reduce((sum, cell) => sum + breaksIn(cell), 0);
  }
  return rows;
}

function breaksIn(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\r|\n/u).length - 1 : 0;
}

/** How many rows are looked at for the column of numbers. */
const sampledRows = 50;

/** The column of numbers: the one that is named so, else the one that looks most like numbers, else the first. */
function findNumbers(header: CsvRow, rest: readonly CsvRow[]): { numberColumn: number; named: boolean } {
  const named = header.cells.findIndex((cell) => numberWords.test(cell) && !nameWords.test(cell));
  if (named !== -1) return { numberColumn: named, named: true };
  const sample = [header, ...rest.slice(0, sampledRows)];
  const scores = header.cells.map(
    (_, column) => sample.filter(({ cells }) => isNumberLike(cells[column] ?? '')).length,
  );
  return { numberColumn: Math.max(0, scores.indexOf(Math.max(...scores))), named: false };
}

/** What decides about the numbers of a table. */
export interface CsvChoice {
  hasHeader: boolean;
  numberColumn: number;
  /** The product takes mobile numbers. */
  mobile: boolean;
}

/** The numbers of a table, and what a spreadsheet spoilt. */
export function numbersOf(
  { rows, nameColumn }: Pick<CsvTable, 'rows' | 'nameColumn'>,
  { hasHeader, numberColumn, mobile }: CsvChoice,
): { numbers: CsvNumber[]; problems: CsvProblem[] } {
  const numbers: CsvNumber[] = [];
  const problems: CsvProblem[] = [];
  for (const { line, cells } of hasHeader ? rows.slice(1) : rows) {
    const destinationNo = numberCell(cells, numberColumn);
    const name = nameColumn === undefined ? '' : (cells[nameColumn] ?? '');
    const number = { line, destinationNo, name };
    if (isShortened(destinationNo)) problems.push({ ...number, kind: 'exponent' });
    else if (destinationNo !== '') {
      if (mobile && withoutZero.test(destinationNo)) problems.push({ ...number, kind: 'zero' });
      numbers.push(number);
    }
  }
  return { numbers, problems };
}

/** The number of a row. A comma that separates may have cut a number with a decimal comma. */
function numberCell(cells: readonly string[], column: number): string {
  const cell = cells[column] ?? '';
  const next = cells[column + 1] ?? '';
  return leadingDigits.test(cell) && restOfExponent.test(next) ? `${cell},${next}` : cell;
}

/** Whether a spreadsheet wrote a number as 8.12E+11 and digits are missing, with either decimal sign. */
function isShortened(cell: string): boolean {
  const parts = exponent.exec(cell.replaceAll(textMarks, ''));
  if (!parts) return false;
  const [, , decimals = '', power = ''] = parts;
  return decimals.length < Number(power);
}
