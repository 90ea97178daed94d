import { defineTexts } from '@shared/i18n/texts';

export const complaintsTexts = defineTexts({
  en: {
    title: 'Complaints',
    failed: 'The complaints could not be loaded',
    open: 'Complain about this order',
    reason: 'What is wrong',
    text: 'Details (optional)',
    textHelp: 'Whatever helps us to find the fault. We answer here and by email.',
    send: 'Send complaint',
    sending: 'Sending…',
    cancel: 'Cancel',
    sent: 'Your complaint was sent',
    by: (name: string, time: string) => `${name}, ${time}`,
    answer: 'Our answer',
    result: (result: string) => `Result: ${result}`,
  },
  id: {
    title: 'Keluhan',
    failed: 'Keluhan tidak dapat dimuat',
    open: 'Ajukan keluhan',
    reason: 'Masalahnya',
    text: 'Rincian (opsional)',
    textHelp: 'Apa pun yang membantu kami menemukan masalahnya. Kami menjawab di sini dan lewat email.',
    send: 'Kirim keluhan',
    sending: 'Mengirim…',
    cancel: 'Batal',
    sent: 'Keluhan Anda sudah dikirim',
    by: (name, time) => `${name}, ${time}`,
    answer: 'Jawaban kami',
    result: (result) => `Hasil: ${result}`,
  },
});
