import { defineTexts, useTexts } from '@shared/i18n/texts';

const kindTexts = defineTexts({
  en: {
    'wallet.adjust': 'Wallet adjustment',
    'settlement.change': 'Change of a settlement',
    'transfer.settle': 'Transfer in suspense',
    'catalog.prices': 'Prices below cost',
    'catalog.rules': 'Price rule below cost',
    'catalog.segment': 'Segment with prices below cost',
    'order.refund': 'Refund of an order',
    'staff.role': 'Role of staff',
    'user.factor-reset': 'Reset of second factors',
  },
  id: {
    'wallet.adjust': 'Penyesuaian dompet',
    'settlement.change': 'Perubahan settlement',
    'transfer.settle': 'Transfer tertahan',
    'catalog.prices': 'Harga di bawah modal',
    'catalog.rules': 'Aturan harga di bawah modal',
    'catalog.segment': 'Segmen dengan harga di bawah modal',
    'order.refund': 'Pengembalian dana order',
    'staff.role': 'Peran staf',
    'user.factor-reset': 'Pengaturan ulang faktor kedua',
  },
});

/** Returns what names a kind of requests for a second person; of a kind that the app doesn't know, its code. */
export function useKindName(): (kind: string) => string {
  const names = new Map<string, string>(Object.entries(useTexts(kindTexts)));
  return (kind) => names.get(kind) ?? kind;
}
