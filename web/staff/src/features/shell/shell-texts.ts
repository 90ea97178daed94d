import { defineTexts } from '@shared/i18n/texts';

/** The headings of the groups of the sidebar. */
export const groupTexts = defineTexts({
  en: {
    orders: 'Orders',
    clients: 'Clients',
    catalogue: 'Catalogue',
    money: 'Money',
    system: 'System',
  },
  id: {
    orders: 'Order',
    clients: 'Klien',
    catalogue: 'Katalog',
    money: 'Uang',
    system: 'Sistem',
  },
});

/** A group of entries. */
export type GroupName = keyof typeof groupTexts.en;
