import { defineTexts } from '@shared/i18n/texts';

export const reasonTexts = defineTexts({
  en: { reason: 'Reason', help: 'For the audit log', required: 'Please fill this in.', sending: 'Saving…' },
  id: { reason: 'Alasan', help: 'Untuk log audit', required: 'Isi bagian ini.', sending: 'Menyimpan…' },
});
