import { expect, it } from 'vitest';

import { chatLink } from './chat-link';

it.each([
  ['https://wa.me/6281100001001', 'https://wa.me/6281100001001?text=Halo%2C+saya+butuh+bantuan.'],
  ['https://wa.me/6281100001001?text=Halo%20Loket', 'https://wa.me/6281100001001?text=Halo%20Loket'],
  ['https://chat.example.com/loket', 'https://chat.example.com/loket'],
  ['mailto:support@example.com', 'mailto:support@example.com'],
])('greets in %s by %s', (configured, opened) => {
  expect(chatLink(configured)).toBe(opened);
});
