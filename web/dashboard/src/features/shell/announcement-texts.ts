import { defineTexts } from '@shared/i18n/texts';

/** Texts around what the provider tells the user. */
export const announcementTexts = defineTexts({
  en: {
    label: 'Announcement',
    close: 'Close',
    closeNamed: (title: string) => `Close ${title}`,
    closing: 'Closing…',
    more: (count: number) => (count === 1 ? '1 more after this one' : `${count} more after this one`),
  },
  id: {
    label: 'Pengumuman',
    close: 'Tutup',
    closeNamed: (title) => `Tutup ${title}`,
    closing: 'Menutup…',
    more: (count) => `${count} lagi setelah ini`,
  },
});
