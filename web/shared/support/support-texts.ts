import { defineTexts } from '@shared/i18n/texts';

export const supportTexts = defineTexts({
  en: { chat: 'WhatsApp', email: 'Email', helpdesk: 'Helpdesk' },
  id: { chat: 'WhatsApp', email: 'Email', helpdesk: 'Helpdesk' },
});
