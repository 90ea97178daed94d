import type { ShopOperator, ShopProduct } from '@shared/shop/shop-data';

function operators(names: readonly string[]): ShopOperator[] {
  return names.map((name) => ({ code: name.toLowerCase().replaceAll(' ', '-'), name }));
}

/** What the preview shows until the dashboard says what the client's shop has. */
export const exampleShop = {
  name: 'Contoh Toko',
  popular: ['mobile-legends', 'free-fire', 'pubg-mobile', 'genshin-impact'],
  groups: [
    {
      type: 'game',
      label: 'Game',
      operators: operators([
        'Mobile Legends',
        'Free Fire',
        'PUBG Mobile',
        'Genshin Impact',
        'Valorant',
        'Honor of Kings',
        'Steam Wallet',
        'Roblox',
      ]),
    },
    { type: 'mobile', label: 'Mobile Credit', operators: operators(['Telkomsel', 'Indosat', 'XL', 'Tri']) },
    { type: 'data', label: 'Mobile Data', operators: operators(['Telkomsel', 'Indosat', 'XL', 'Tri']) },
    { type: 'ewallet', label: 'E-Wallet', operators: operators(['DANA', 'GoPay', 'OVO', 'ShopeePay']) },
  ],
};

const diamonds = [86, 172, 257, 344, 429, 514, 706, 1050];

/** Prices of the example in rupiah, one for each number of diamonds. */
const prices = [21_500, 43_200, 64_500, 86_000, 107_500, 128_500, 174_000, 257_500];

/** The product page of the preview, for any operator. */
export function exampleProduct(operator: ShopOperator): ShopProduct {
  return {
    operator: { ...operator, type: 'game' },
    fields: [
      { name: 'userId', digits: true, example: '123456780' },
      { name: 'zoneId', digits: true, example: '2010' },
    ],
    nominals: diamonds.map((count, index) => ({
      code: `example-${count}`,
      denom: `${count} Diamonds`,
      price: prices[index] ?? 0,
      description: '',
    })),
  };
}
