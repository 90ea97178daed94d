import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { runtimeConfig } from '@shared/config/runtime-config';

import { useSupportLinks } from './support-links';

it('has a greeting in the chat, wherever the links stand', () => {
  vi.spyOn(runtimeConfig, 'support', 'get').mockReturnValue({
    chat: 'https://wa.me/6281100001001',
    email: 'mailto:support@example.com',
    helpdesk: '',
  });
  const { result } = renderHook(() => useSupportLinks());
  expect(result.current.map(({ href }) => href)).toEqual([
    'https://wa.me/6281100001001?text=Halo%2C+saya+butuh+bantuan.',
    'mailto:support@example.com',
  ]);
});
