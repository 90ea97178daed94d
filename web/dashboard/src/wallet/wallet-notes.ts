import { defineTexts } from '@shared/i18n/texts';

/** The tax remarks on deposits: income tax article 22 (docs/product/deposits.md#withheld-tax). */
export const walletNoteTexts = defineTexts({
  en: {
    deducted: (wallet: string) => `${wallet} deposits are automatically deducted with WHT 22.`,
    notDeducted: (wallet: string) => `${wallet} deposits are not deducted with WHT 22.`,
  },
  id: {
    deducted: (wallet: string) => `Deposit ${wallet} otomatis dipotong PPh 22.`,
    notDeducted: (wallet: string) => `Deposit ${wallet} tidak dipotong PPh 22.`,
  },
});

const deducted = new Set(['level_2']);
const notDeducted = new Set(['level_1', 'marketplace', 'multibiller']);

/** Returns the remark on a wallet type, or undefined. Types that a deployment adds later have none. */
export function walletNote(type: string): keyof typeof walletNoteTexts.en | undefined {
  if (deducted.has(type)) return 'deducted';
  return notDeducted.has(type) ? 'notDeducted' : undefined;
}
