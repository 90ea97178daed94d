import { test as journey } from './journey.ts';

export type Language = 'en' | 'id';

/** The language, width and theme of a journey. */
export interface Variant {
  language: Language;
  /** On a phone, lists are rows and dialogs fill the screen. */
  phone: boolean;
}

const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
/** A phone of the Indonesian variant. */
export const indonesianPhone = {
  language: 'id',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  colorScheme: 'dark',
} as const;

/** Each language, width and theme is in one of the two. */
const variants = [
  { name: 'en, 1440 px, light', language: 'en', phone: false, use: desk },
  { name: 'id, 390 px, dark', language: 'id', phone: true, use: indonesianPhone },
] as const;

/** Declares the same journeys in both variants. `test` is that of journey.ts by default. */
export function inEveryVariant(
  declare: (variant: Variant) => void,
  test: Pick<typeof journey, 'describe' | 'use'> = journey,
): void {
  for (const { name, use, ...variant } of variants) {
    test.describe(name, () => {
      test.use({ ...use, language: variant.language });
      declare(variant);
    });
  }
}
