import { defineTexts } from '@shared/i18n/texts';

export const exportTexts = defineTexts({
  en: {
    export: 'EXPORT DATA',
    title: 'Export Data Confirmation',
    text: 'This data will be downloaded to your device',
    done: 'Deposit data has been exported',
    cancel: 'Cancel',
    confirm: 'Download',
    sending: 'Downloading…',
    progress: 'Export',
    starting: 'The rows are counted…',
    counts: (rows: string, total: string) => `${rows} of ${total} rows`,
  },
  id: {
    export: 'EKSPOR DATA',
    title: 'Konfirmasi Ekspor Data',
    text: 'Data ini akan diunduh ke perangkat Anda',
    done: 'Data deposit telah diekspor',
    cancel: 'Batal',
    confirm: 'Unduh',
    sending: 'Mengunduh…',
    progress: 'Ekspor',
    starting: 'Baris sedang dihitung…',
    counts: (rows, total) => `${rows} dari ${total} baris`,
  },
});
