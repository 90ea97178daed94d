import { defineTexts } from '@shared/i18n/texts';

/** Texts of the segment of a client. */
export const segmentTexts = defineTexts({
  en: {
    title: 'Segment of the client',
    text: 'Price rules for a segment give its clients own prices. A rule for the client itself goes before them, and prices by hand stay.',
    segment: 'Segment',
    help: 'One that there is, or a new name. Empty: none.',
    preview: 'Preview',
    checking: 'Checking…',
    done: 'The segment was changed',
    change: 'Segment…',
    now: (name: string) => `Segment ${name}`,
  },
  id: {
    title: 'Segmen klien',
    text: 'Aturan harga untuk suatu segmen memberi harga khusus kepada kliennya. Aturan untuk klien itu sendiri didahulukan, dan harga manual tetap.',
    segment: 'Segmen',
    help: 'Yang sudah ada, atau nama baru. Kosong: tanpa segmen.',
    preview: 'Pratinjau',
    checking: 'Memeriksa…',
    done: 'Segmen telah diubah',
    change: 'Segmen…',
    now: (name) => `Segmen ${name}`,
  },
});
