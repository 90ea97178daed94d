import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '..');
const root = path.resolve(web, '..');

/**
 * Names that say nothing, alone or because they had several meanings, with better ones. They are refused for variables,
 * parameters, functions, types and properties of types.
 */
const refusedNames: Record<string, string> = {
  place: 'pageKind, location, cursor, index, position or ref',
  places: 'positions, indexes or regions',
  asking: 'questionOpened, or what is asked for',
  tried: 'showErrors, or what was submitted',
  told: 'what was reported, by its noun',
  made: 'created, or the noun of what was created',
  going: 'what goes on: saving, openingPayment',
  gates: 'access',
  holds: 'a verb with its object: hasPermission, mustAsk',
  goOn: 'proceed, openNextStep',
  comeBackTo: 'returnPath',
  asked: 'what was called or requested, by its noun: listCalls, question',
  kept: 'what is stored, by its noun: storedUser; a function that reads it: readStored',
  said: 'reason, message, output',
  wanted: 'what is aimed at, by its noun: target, dayOfMonth, editedScreen',
  took: 'acceptStored, startUpload: a verb with its object',
  common: 'the noun of what is shared: rangeOptions, commonTexts',
  chosen: 'what was chosen, by its noun: option, selection; a boolean says of what it tells: isShown',
  known: 'what is known, by its noun: user, statusById; a boolean: isLoaded',
  found: 'what was looked for, by its noun: matches, problems',
};

/** Names for a bundle of texts that don't say which texts they are. */
const refusedForTexts = new Set(['words', 'own', 'all', 'table', 'list', 'more', 'labels']);

/** Names with a word that docs/glossary.md refuses, each with the reason. */
const otherWords: Record<string, string> = {
  trxId: 'the parameter of the route /deposit/top-up/bank-transfer/$trxId, whose path is given',
  login: 'the path /login, which is given',
  exception: 'a field of the error-reporting service',
  tasks: 'a task of the browser’s event loop',
  task: 'a task of the browser’s event loop',
  nextTask: 'a task of the browser’s event loop',
};

interface Declared {
  name: string;
  where: string;
  isTexts: boolean;
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name) && !/\.gen\.ts$|\.d\.ts$|(?:^|\/)(?:node_modules|dist)\//u.test(name))
    .map((name) => path.join(folder, name));
}

const files = ['shared', 'dashboard/src', 'storefront/src', 'staff/src', 'gallery/src', 'test', '../test/e2e'].flatMap(
  (folder) => sourcesUnder(path.join(web, folder)),
);

/** Whether a node declares its name. Keys of objects are not asked: they follow calls and texts. */
function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node)
  );
}

/** Whether a value is a bundle of texts, or a part of one: useTexts(listTexts).filters. */
function isTextsBundle(value: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value))
    return isTextsBundle(value.expression);
  return ts.isCallExpression(value) && value.expression.getText() === 'useTexts';
}

function declaredIn(file: string, text: string): Declared[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declarations: Declared[] = [];
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name && ts.isIdentifier(node.name)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart());
      const value = ts.isVariableDeclaration(node) ? node.initializer : undefined;
      const isTexts = value !== undefined && isTextsBundle(value);
      declarations.push({ name: node.name.text, where: `${path.relative(root, file)}:${line + 1}`, isTexts });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return declarations;
}

/** The words of a name in small letters: clientRef is client ref, rupiah-field is rupiah field. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The words that the glossary prints in bold in its column "not", with what it says instead. */
function refusedByGlossary(): { words: string[]; instead: string }[] {
  const text = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  return [...text.matchAll(/^\| (.+?) \| .* \| (.*?) ?\|$/gmu)].flatMap(([, instead = '', not = '']) =>
    [...not.matchAll(/\*\*([\w -]+)\*\*/gu)].map(([, word = '']) => ({ words: wordsOf(word), instead })),
  );
}

/** Whether words has the given ones one after the other. A plural is the same word. */
function hasWords(words: readonly string[], given: readonly string[]): boolean {
  return words.some((_, at) =>
    given.every((word, index) => [word, `${word}s`, `${word}es`].includes(words[at + index] ?? '')),
  );
}

const declared = files.flatMap((file) => declaredIn(file, readFileSync(file, 'utf8')));

describe('a name', () => {
  it('is in the files that the test reads', () => {
    expect(declared.length).toBeGreaterThan(10_000);
    expect(declared.filter(({ isTexts }) => isTexts).length).toBeGreaterThan(200);
  });

  it('is seen in a part of a bundle, in a method and in its signature', () => {
    const text = `const words = useTexts(listTexts).filters;
      class Session { holds(): void {} }
      interface Wizard { goOn(): void }`;
    const nameList = declaredIn(path.join(web, 'example.ts'), text);
    expect(nameList.map(({ name, isTexts }) => [name, isTexts])).toEqual([
      ['words', true],
      ['Session', false],
      ['holds', false],
      ['Wizard', false],
      ['goOn', false],
    ]);
  });

  it('is none of those that say nothing', () => {
    const refused = declared
      .filter(({ name }) => Object.hasOwn(refusedNames, name))
      .map(({ name, where }) => `${where}: ${name}, better ${refusedNames[name]}`);
    expect(refused).toEqual([]);
  });

  it('of a bundle of texts says which texts they are', () => {
    const refused = declared
      .filter(({ name, isTexts }) => isTexts && refusedForTexts.has(name))
      .map(({ name, where }) => `${where}: ${name}`);
    expect(refused).toEqual([]);
  });

  it('has no word that the glossary refuses', () => {
    const forbidden = refusedByGlossary();
    expect(forbidden.length).toBeGreaterThan(20);
    const names = [
      ...declared,
      ...files.map((file) => ({ name: path.basename(file).replace(/\..*$/u, ''), where: path.relative(root, file) })),
    ];
    const refused = names.flatMap(({ name, where }) => {
      const words = wordsOf(name);
      const match = forbidden.find((one) => hasWords(words, one.words));
      return match && !Object.hasOwn(otherWords, name)
        ? [`${where}: ${name} has the word '${match.words.join(' ')}'; docs/glossary.md says ${match.instead}`]
        : [];
    });
    expect(refused).toEqual([]);
    const used = new Set(names.map(({ name }) => name));
    expect(Object.keys(otherWords).filter((name) => !used.has(name))).toEqual([]);
  });
});
