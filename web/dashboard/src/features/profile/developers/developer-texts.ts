import { defineTexts } from '@shared/i18n/texts';

/** Texts that the pages for developers share. */
export const developerTexts = defineTexts({
  en: {
    timesIn: (zone: string) => `Times in ${zone}`,
    milliseconds: (count: string) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    copy: 'Copy',
    links: { order: 'Order', requests: 'Requests', deliveries: 'Webhook deliveries' },
    tabs: { label: 'Sections for developers', webhooks: 'Webhooks', requests: 'Requests', sandbox: 'Sandbox' },
  },
  id: {
    timesIn: (zone) => `Waktu dalam ${zone}`,
    milliseconds: (count) => `${count} md`,
    seconds: (count) => `${count} dtk`,
    copy: 'Salin',
    links: { order: 'Order', requests: 'Permintaan', deliveries: 'Pengiriman webhook' },
    tabs: { label: 'Bagian untuk pengembang', webhooks: 'Webhook', requests: 'Permintaan', sandbox: 'Sandbox' },
  },
});
