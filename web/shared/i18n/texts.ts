import { currentLanguage, type Language, useLanguage } from './language';

type Text = string | ((...values: never[]) => string);
interface TextTree {
  [key: string]: Text | TextTree;
}

/** The type of a translation: the same keys with any strings. */
export type Translation<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends string
    ? string
    : Tree[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translation<Tree[Key]>;
};

/** The texts of a feature by language. */
export type Texts<Tree> = Record<Language, Translation<Tree>>;

/** Declares the texts of a feature. A key that is missing or extra in a translation fails the type check. */
export function defineTexts<Tree extends TextTree>(texts: { en: Tree; id: Translation<NoInfer<Tree>> }): Texts<Tree> {
  // The English texts satisfy their own type, but TypeScript cannot infer that for a type parameter.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return texts as unknown as Texts<Tree>;
}

/** Returns the texts in the current language. Renders again when the language changes. */
export function useTexts<Tree>(texts: Texts<Tree>): Translation<Tree> {
  return texts[useLanguage()];
}

/** Returns the texts in the current language, for code outside components. */
export function textsNow<Tree>(texts: Texts<Tree>): Translation<Tree> {
  return texts[currentLanguage()];
}
