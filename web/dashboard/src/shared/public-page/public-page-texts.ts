import { defineTexts } from '@/shared/i18n/texts';

export const publicPageTexts = defineTexts({
  en: {
    switchTo: (language: string) => `Switch to ${language}`,
    support: 'Support',
    chat: 'WhatsApp',
    email: 'Email',
    helpdesk: 'Helpdesk',
  },
  id: {
    switchTo: (language: string) => `Ganti ke ${language}`,
    support: 'Bantuan',
    chat: 'WhatsApp',
    email: 'Email',
    helpdesk: 'Helpdesk',
  },
});
