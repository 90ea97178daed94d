import { describe, expect, it } from 'vitest';

import { type CsvTable, fileProblem, numbersOf, readCsv } from './read-csv';

function tableOf(text: string): CsvTable {
  const file = readCsv(text);
  if (file.kind !== 'table') throw new Error(`the file is ${file.kind}`);
  return file.table;
}

function read(text: string, mobile = true) {
  const table = tableOf(text);
  return numbersOf(table, { ...table, hasHeader: table.hasHeader ?? false, mobile });
}

/** The numbers of a text with their lines. */
const numbersIn = (text: string) => read(text).numbers.map(({ line, destinationNo }) => `${line}:${destinationNo}`);

describe('the cells of a file', () => {
  it.each([
    ['commas', 'number,name\n081234567890,Ani\n\n081234567891,"Budi, S."\n', ['2:081234567890', '4:081234567891']],
    ['semicolons and a mark', '\uFEFFnumber;name\r\n"+62 812 3456 7890";Ani\r\n', ['2:+62 812 3456 7890']],
    ['tabs and a header over two lines', '"num""ber\nof"\tname\n081234567890\tAni', ['3:081234567890']],
    ['a break in a name', 'n\n081234567890,"a\nb"\n081234567891', ['2:081234567890', '4:081234567891']],
    ['returns alone', 'n\r081234567890\r081234567891', ['2:081234567890', '3:081234567891']],
    ['a notice of semicolons', 'sep=;\r\nnumber;name\r\n081234567890;Ani\r\n', ['3:081234567890']],
    ['a quoted notice', '\uFEFF"sep=,"\nnumber,name\n081234567890,Ani', ['3:081234567890']],
    ['a notice of tabs', 'SEP=\t\nnumber\tname\n081234567890\tAni', ['3:081234567890']],
    ['commas in names of a semicolon file', 'number;name\n081234567890;Budi, S\n', ['2:081234567890']],
    ['blanks of all kinds and hidden marks', 'n\n\u00A0\u202A0812\u2009345\u200B67890\u202C \n', ['2:0812 34567890']],
    ['marks of text', 'n\n\'081234567890\n"=""081234567891"""\n', ["2:'081234567890", '3:="081234567891"']],
  ])('are split by %s', (_what, text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers);
  });

  it('tell why there are none', () => {
    expect(readCsv('').kind).toBe('empty');
    expect(readCsv(' \n ').kind).toBe('empty');
    expect(readCsv('a\u0000b\n1').kind).toBe('empty');
    expect(readCsv('number\n').kind).toBe('header');
    expect(readCsv('sep=;\nnumber;name\n').kind).toBe('header');
    expect(read('number,name\n,Ani\n')).toEqual({ numbers: [], problems: [] });
  });

  // A time that grows with the square of the size would exceed the time limit of a test.
  it('are read in millions, and no binary file is', () => {
    const many = 2 * 1024 * 1024;
    expect(read(`number\n${','.repeat(many)}x`).numbers).toEqual([]);
    expect(readCsv(`number\n${'\n'.repeat(many)}`).kind).toBe('header');
    expect(readCsv(`number\n${'"'.repeat(many)}`).kind).not.toBe('empty');
    expect(readCsv('PK\u0003\u0004\u0014\u0000\u0000'.repeat(100_000)).kind).toBe('empty');
  });

  it('are read ten thousand lines at once', () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `0812${String(at).padStart(8, '0')},"Name, ${at}"`);
    const { numbers } = read(`number,name\n${lines.join('\n')}`);
    expect(numbers).toHaveLength(10_000);
    expect(numbers.at(-1)).toEqual({ line: 10_001, destinationNo: '081200009999', name: 'Name, 9999' });
  });
});

describe('the header', () => {
  it.each([
    ['number\n081234567890', true],
    ['Nomor HP;Nama\n081234567890;Ani', true],
    ['x\n081234567890', true],
    ['081234567890\n081234567891', undefined],
    ['+62 812-3456-7890;Ani\n081234567891;Budi', undefined],
    ['8,12E+11;Ani\n081234567891;Budi', undefined],
    ['081234567890', undefined],
    ['No 1,081234567890\nNo 2,081234567891', undefined],
  ])('of %j is %s', (text, hasHeader) => {
    expect(tableOf(text).hasHeader).toBe(hasHeader);
  });

  it('is a number if the user says so', () => {
    const table = tableOf('081234567890;Ani\n081234567891;Budi');
    const lines = (hasHeader: boolean) =>
      numbersOf(table, { ...table, hasHeader, mobile: true }).numbers.map(({ line }) => line);
    expect(lines(false)).toEqual([1, 2]);
    expect(lines(true)).toEqual([2]);
  });
});

describe('the columns', () => {
  it.each([
    ['number,name\n081234567890,Ani', 0, 1],
    ['No,Nama,No HP\n1,Ani,081234567890\n2,Budi,081234567891', 2, 1],
    ['No,Nama,X\n1,Ani,081234567890\n2,Budi,081234567891', 2, 1],
    ['Employee Name;Destination Number\nAni;081234567890', 1, 0],
    ['A,B\n12345,67890\n23456,78901', 0, undefined],
    ['ID Pelanggan,Nama Karyawan\n123456,Ani', 0, 1],
  ])('of %j: numbers %d, names %s', (text, numberColumn, nameColumn) => {
    expect(tableOf(text)).toMatchObject({ numberColumn, nameColumn });
  });

  it('give each number its name', () => {
    expect(read('number;name\n081234567890;Ani\n081234567891;\n').numbers).toEqual([
      { line: 2, destinationNo: '081234567890', name: 'Ani' },
      { line: 3, destinationNo: '081234567891', name: '' },
    ]);
  });
});

describe('what a spreadsheet spoilt', () => {
  it.each([
    ['a full stop and commas', 'number,name\n8.12E+11,Ani'],
    ['a comma and semicolons', 'number;name\n8,12157E+11;Ani'],
    ['a comma and commas', 'number,name\n8,12157E+11,Ani'],
    ['a comma in quotes', 'number,name\n"6,28123E+12",Ani'],
    ['no decimals', 'number;name\n8E+11;Ani'],
    ['a formula', "number;name\n'8,12E+11;Ani"],
  ])('is named with %s, and not taken', (_what, text) => {
    const { numbers, problems } = read(`${text}\n081234567890`);
    expect(problems).toMatchObject([{ line: 2, kind: 'exponent' }]);
    expect(numbers).toHaveLength(1);
  });

  it('is never a duplicate', () => {
    const spoilt = Array.from({ length: 300 }, (_, at) => `8,12E+11;Employee ${at}`).join('\n');
    const { numbers, problems } = read(`number;name\n${spoilt}`);
    expect(numbers).toEqual([]);
    expect(problems).toHaveLength(300);
    expect(problems.at(-1)).toMatchObject({ line: 301, name: 'Employee 299' });
  });

  it('goes on where no digit is missing, and to the server where a decimal part is left', () => {
    expect(numbersIn('n\n8.1234567893E+10\n81234567801.0')).toEqual(['2:8.1234567893E+10', '3:81234567801.0']);
  });

  it('lacks its first zero, for mobile numbers alone', () => {
    expect(read('n\n81234567890\n081234567890').problems).toMatchObject([{ line: 2, kind: 'zero' }]);
    expect(read('n\n81234567890', false).problems).toEqual([]);
  });
});

it('refuses a file by its name, type and size before it is read', () => {
  const csv = { name: 'numbers.CSV', type: 'text/csv', size: 1000 };
  expect(fileProblem(csv)).toBeUndefined();
  expect(fileProblem({ ...csv, type: 'application/vnd.ms-excel' })).toBeUndefined();
  expect(fileProblem({ ...csv, size: 1024 ** 3 })).toBe('large');
  expect(fileProblem({ ...csv, name: 'numbers.zip', type: 'application/zip' })).toBe('type');
  expect(fileProblem({ ...csv, type: 'application/zip' })).toBe('type');
  expect(fileProblem({ ...csv, name: 'numbers.csv.exe' })).toBe('type');
});
