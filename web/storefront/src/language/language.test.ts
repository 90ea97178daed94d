import { expect, it } from 'vitest';

import { preferred } from './language';

// As the server chooses for its notices: internal/platform/language.
it.each([
  [['id-ID', 'id', 'en'], 'id'],
  [['en-GB', 'id'], 'en'],
  [['fr', 'in'], 'id'],
  [['fr', 'en-US'], 'en'],
  [['fr'], 'id'],
  [[], 'id'],
])('%j speaks %s', (languages, language) => {
  expect(preferred(languages)).toBe(language);
});
