import { currentLanguage, type Language, useLanguage } from './language';

type Text = string | ((...values: never[]) => string);
interface TextTree {
  [key: string]: Text | TextTree;
}

/** The same keys with any wording: what a translation has to provide. */
type Wording<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends string
    ? string
    : Tree[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Wording<Tree[Key]>;
};

/** The texts of a feature, by language. */
export type Texts<Tree> = Record<Language, Wording<Tree>>;

/**
 * Declares the texts of a feature, English first. A key that is missing in the other language, or that only it has,
 * fails the type check.
 */
export function defineTexts<Tree extends TextTree>(texts: { en: Tree; id: Wording<NoInfer<Tree>> }): Texts<Tree> {
  // The English tree is its own wording; TypeScript can't see that for a tree it doesn't know.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return texts as unknown as Texts<Tree>;
}

/** The texts in the language in force, kept up to date. */
export function useTexts<Tree>(texts: Texts<Tree>): Wording<Tree> {
  return texts[useLanguage()];
}

/** The texts in the language in force, outside of components. */
export function textsNow<Tree>(texts: Texts<Tree>): Wording<Tree> {
  return texts[currentLanguage()];
}
