import type { ShopConfig } from '@/features/connect/connect-queries';
import { defaultTheme } from '@shared/shop/theme';

/** A shop with a name, a logo and a payment link that was never published, and that can deliver. */
export function makeShopConfig(part: Partial<ShopConfig> = {}): ShopConfig {
  return {
    id: '1',
    version: 3,
    clientId: 1001,
    clientCode: 'majujaya',
    name: 'Maju Games',
    logoImageUrl: '',
    logoImageKey: 'shops/1001/a.png',
    deeplinkUrl: 'https://a.id/pay',
    fallbackUrl: '',
    contact: { whatsapp: '', email: '', hours: '' },
    isPublished: false,
    publishedAt: null,
    banners: [],
    topOperators: [],
    theme: defaultTheme,
    createdAt: '2026-11-21T07:00:00Z',
    updatedAt: '2026-11-21T07:00:00Z',
    warning: '',
    delivery: { hasApiKey: true, emptyWallets: [] },
    ...part,
  };
}
