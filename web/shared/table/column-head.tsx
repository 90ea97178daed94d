import { type Texts, useTexts, type Translation } from '@shared/i18n/texts';

/** The keys of the entries of an object that are plain texts. */
type PlainKey<Tree> = { [Key in keyof Tree]: Tree[Key] extends string ? Key : never }[keyof Tree] & string;

/**
 * Returns the function that makes the heads of a table from its texts: `const head = columnHead(orderTexts, 'columns')`
 * and `header: head('price')`. Without a group the heads are texts of the first level. A head is a component, because
 * columns are defined once and texts change with the language.
 */
export function columnHead<Tree, Group extends keyof Tree & string>(
  texts: Texts<Tree>,
  group: Group,
): (name: PlainKey<Translation<Tree>[Group]>) => () => React.ReactNode;
export function columnHead<Tree>(texts: Texts<Tree>): (name: PlainKey<Translation<Tree>>) => () => React.ReactNode;
export function columnHead(texts: Texts<unknown>, group?: string) {
  return (name: string) => () => <Head texts={texts} path={group === undefined ? [name] : [group, name]} />;
}

function Head({ texts, path }: { texts: Texts<unknown>; path: readonly string[] }) {
  // The signatures of columnHead let only paths to texts through.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return path.reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], useTexts(texts)) as string;
}
