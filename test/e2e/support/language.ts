import { test as journey } from './journey.ts';

/** A language of the dashboard. */
export type Language = 'en' | 'id';

/** How a journey is walked. */
export interface Variant {
  language: Language;
  /** Whether on a phone, where lists are rows and dialogs fill the screen. */
  phone: boolean;
}

const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  colorScheme: 'dark',
} as const;

/** Each language, width and theme is in one of the two. */
const variants = [
  { name: 'en, 1440 px, light', language: 'en', phone: false, use: desk },
  { name: 'id, 390 px, dark', language: 'id', phone: true, use: phone },
] as const;

/** Declares the same journeys in both variants; `test` is that of journeys unless they have one of their own. */
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
