import { defineTexts } from '@shared/i18n/texts';

/** What a deposit into a wallet means for income tax article 22, section 9 of the specification of the shell. */
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

/** Which remark a type of wallet carries; a type that a deployment adds later carries none. */
export function walletNote(type: string): keyof typeof walletNoteTexts.en | undefined {
  if (deducted.has(type)) return 'deducted';
  return notDeducted.has(type) ? 'notDeducted' : undefined;
}
