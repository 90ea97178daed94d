import { expect, it } from 'vitest';

import { fileProblem, readCsv } from './read-csv';

const most = 10;

function numbersOf(text: string, mobile = true) {
  const result = readCsv(text, most, mobile);
  return result.kind === 'numbers' ? result.numbers.map(({ line, text: no }) => `${line}:${no}`) : result.kind;
}

it('reads the first column after the header', () => {
  expect(numbersOf('number,name\n0812,Ani\n\n0813,"Budi, S."\n')).toEqual(['2:0812', '4:0813']);
  expect(numbersOf('\uFEFFnumber;name\r\n"+62 812";Ani\r\n')).toEqual(['2:+62 812']);
  expect(numbersOf('"num""ber\nof"\tname\n0812\tAni')).toEqual(['3:0812']);
  expect(numbersOf('n\n0812,"a\nb"\n0813')).toEqual(['2:0812', '4:0813']);
});

it('takes no notice of the separator for the header', () => {
  expect(numbersOf('sep=;\r\nnumber;name\r\n0812;Ani\r\n')).toEqual(['3:0812']);
  expect(numbersOf('\uFEFF"sep=,"\nnumber,name\n0812,Ani')).toEqual(['3:0812']);
  expect(numbersOf('SEP=\t\nnumber\tname\n0812\tAni')).toEqual(['3:0812']);
  expect(numbersOf('sep=;\nnumber;name\n')).toBe('header');
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

// A time that grows with the square of the size would exceed the time limit of a test.
it('reads millions of commas, breaks and quotes, and no binary file', () => {
  const many = 2 * 1024 * 1024;
  expect(numbersOf(`number\n${','.repeat(many)}`)).toBe('none');
  expect(numbersOf(`number\n${'\n'.repeat(many)}`)).toBe('header');
  expect(numbersOf(`number\n${'"'.repeat(many)}`)).not.toBe('empty');
  expect(numbersOf('PK\u0003\u0004\u0014\u0000\u0000'.repeat(100_000))).toBe('empty');
});

it('tells why a file has no numbers', () => {
  expect(numbersOf('')).toBe('empty');
  expect(numbersOf(' \n ')).toBe('empty');
  expect(numbersOf('a\u0000b\n1')).toBe('empty');
  expect(numbersOf('number\n')).toBe('header');
  expect(numbersOf('number,name\n,Ani\n')).toBe('none');
  expect(numbersOf(`n\n${'1\n'.repeat(most + 1)}`)).toBe('many');
});

it('names what a spreadsheet spoilt, with its line', () => {
  const result = readCsv('n\n8.12E+11\n"8,12E+11"\n81234567890\n081234567890', most, true);
  expect(result).toMatchObject({
    problems: [
      { line: 2, kind: 'exponent' },
      { line: 3, kind: 'exponent' },
      { line: 4, kind: 'zero' },
    ],
    numbers: [{ line: 4 }, { line: 5 }],
  });
  // A meter may begin with 8.
  expect(readCsv('n\n81234567890', most, false)).toMatchObject({ problems: [] });
});

it('reads ten thousand lines at once', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `0812${String(at).padStart(8, '0')},"Name, ${at}"`);
  const result = readCsv(`number,name\n${lines.join('\n')}`, 10_000, true);
  expect(result).toMatchObject({ kind: 'numbers' });
  expect(result.kind === 'numbers' && result.numbers.at(-1)).toEqual({ line: 10_001, text: '081200009999' });
});
