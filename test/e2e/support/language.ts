import { test as journey } from './journey.ts';

/** The languages of the dashboard. */
export const languages = ['en', 'id'] as const;
/** A language of the dashboard. */
export type Language = (typeof languages)[number];

/** How a journey is walked. */
export interface Variant {
  language: Language;
  /** Whether on a phone, where lists are rows and dialogs fill the screen. */
  phone: boolean;
}

const screens = {
  1440: { phone: false, use: { viewport: { width: 1440, height: 900 } } },
  390: {
    phone: true,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  },
};

/** Declares the same journeys in both languages; `test` is that of journeys unless they have one of their own. */
export function inEveryLanguage(
  declare: (language: Language) => void,
  test: Pick<typeof journey, 'describe' | 'use'> = journey,
): void {
  for (const language of languages) {
    test.describe(language, () => {
      test.use({ language });
      declare(language);
    });
  }
}

/** Declares the same journeys in both languages, at the desk and on a phone. */
export function inEveryVariant(
  declare: (variant: Variant) => void,
  test: Pick<typeof journey, 'describe' | 'use'> = journey,
): void {
  for (const language of languages) {
    for (const [width, { phone, use }] of Object.entries(screens)) {
      test.describe(`${language}, ${width} px`, () => {
        test.use({ ...use, language });
        declare({ language, phone });
      });
    }
  }
}
