import { formatRupiah } from '@shared/format/rupiah';
import { defineTexts } from '@shared/i18n/texts';

/** Texts of the approval of scheduled orders by a second user. */
export const approvalTexts = defineTexts({
  en: {
    title: 'Approval by a second user',
    failed: 'The setting could not be loaded',
    text: 'The orders of a user on one day are added up. An order that brings the sum above this limit waits until another user with the permission approves it with their own PIN.',
    amount: 'Total above which an order waits',
    help: 'Leave it empty if no order needs an approval.',
    helpLess: 'A higher total, or none, has to be approved by another user first.',
    zero: 'The total must be above zero',
    pin: 'PIN',
    pinRequired: 'PIN must have six digits',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Approval limit saved',
    none: 'No order needs an approval now',
    noTotal: 'no approval',
    noneWaits: 'No change waits for you.',
    waits: {
      title: 'The change needs the approval of another user',
      until: (time: string) => `It waits until ${time}. The current total holds until another user approves it.`,
      own: (total: string, time: string) =>
        `Your change to ${total} waits for another user until ${time}. Save the current total again to withdraw it.`,
      other: (name: string, total: string, time: string) =>
        `The change of ${name} to ${total} waits for another user until ${time}.`,
    },
    decide: {
      waits: (name: string, time: string) =>
        `${name} asked for a change that needs fewer approvals. It waits for another user until ${time}.`,
      before: 'Total now',
      after: 'Total after the change',
      askedAt: 'Asked for at',
      approve: 'Approve',
      approving: 'Approving…',
      approved: 'The change was approved and holds now',
      reject: 'Reject',
      rejecting: 'Rejecting…',
      rejected: 'The change was rejected',
    },
  },
  id: {
    title: 'Persetujuan pengguna kedua',
    failed: 'Pengaturan tidak dapat dimuat',
    text: 'Order seorang pengguna dalam satu hari dihitung bersama. Order yang membuat totalnya melewati batas ini menunggu sampai pengguna lain yang berizin menyetujuinya dengan PIN-nya sendiri.',
    amount: 'Total yang membuat order menunggu',
    help: 'Kosongkan jika tidak ada order yang perlu disetujui.',
    helpLess: 'Total yang lebih tinggi, atau kosong, harus disetujui pengguna lain terlebih dahulu.',
    zero: 'Total harus di atas nol',
    pin: 'PIN',
    pinRequired: 'PIN harus enam angka',
    save: 'Simpan',
    saving: 'Menyimpan…',
    saved: 'Batas persetujuan disimpan',
    none: 'Sekarang tidak ada order yang perlu disetujui',
    noTotal: 'tanpa persetujuan',
    noneWaits: 'Tidak ada perubahan yang menunggu Anda.',
    waits: {
      title: 'Perubahan menunggu pengguna lain',
      until: (time) => `Menunggu sampai ${time}. Total sekarang berlaku sampai pengguna lain menyetujuinya.`,
      own: (total, time) =>
        `Perubahan Anda menjadi ${total} menunggu pengguna lain sampai ${time}. Simpan lagi total sekarang untuk membatalkannya.`,
      other: (name, total, time) => `Perubahan dari ${name} menjadi ${total} menunggu pengguna lain sampai ${time}.`,
    },
    decide: {
      waits: (name, time) =>
        `${name} meminta perubahan yang mengurangi persetujuan. Perubahan ini menunggu pengguna lain sampai ${time}.`,
      before: 'Total sekarang',
      after: 'Total setelah perubahan',
      askedAt: 'Diminta pada',
      approve: 'Setujui',
      approving: 'Menyetujui…',
      approved: 'Perubahan disetujui dan sekarang berlaku',
      reject: 'Tolak',
      rejecting: 'Menolak…',
      rejected: 'Perubahan ditolak',
    },
  },
});

/** A total in words; null needs no approval. */
export function totalText(amount: number | null, { noTotal }: { noTotal: string }): string {
  return amount === null ? noTotal : formatRupiah(amount);
}
