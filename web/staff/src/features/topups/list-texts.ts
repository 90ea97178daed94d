import { defineTexts } from '@shared/i18n/texts';

/** The texts of the lists beside what is in suspense. */
export const topupListTexts = defineTexts({
  en: {
    openColumns: { created: 'Opened', client: 'Client', account: 'Account', amount: 'Amount', expires: 'Open until' },
    open: {
      table: 'Open top-ups',
      failed: 'The open top-ups could not be loaded',
      none: 'No top-up is open',
    },
    requestColumns: { created: 'Asked', client: 'Client', amount: 'Amount', note: 'Note', action: 'Action' },
    requests: {
      table: 'Requests for a top-up by hand',
      failed: 'The requests could not be loaded',
      none: 'No request is open',
      close: 'Close…',
      closeNamed: (client: string) => `Close request of ${client}`,
      closeText: 'It moves no money. Credit the money first, by a transfer in suspense or an adjustment of the wallet.',
      closeSubmit: 'Close request',
      done: 'The request is off the list',
    },
    numberColumns: {
      bank: 'Bank',
      wallet: 'Wallet',
      number: 'Number',
      minimum: 'Minimum',
      fee: 'Fee',
      status: 'State',
    },
    numbers: {
      table: 'Virtual accounts of a client',
      failed: 'The virtual accounts could not be loaded',
      choose: 'Name a client to see its numbers.',
      none: 'The client has no virtual account',
      copy: 'Copy number',
      status: { active: 'Active', problem: 'Problem' },
    },
  },
  id: {
    openColumns: {
      created: 'Dibuka',
      client: 'Klien',
      account: 'Rekening',
      amount: 'Nominal',
      expires: 'Terbuka sampai',
    },
    open: {
      table: 'Isi saldo terbuka',
      failed: 'Isi saldo terbuka tidak dapat dimuat',
      none: 'Tidak ada isi saldo terbuka',
    },
    requestColumns: { created: 'Diminta', client: 'Klien', amount: 'Nominal', note: 'Catatan', action: 'Tindakan' },
    requests: {
      table: 'Permintaan isi saldo manual',
      failed: 'Permintaan tidak dapat dimuat',
      none: 'Tidak ada permintaan terbuka',
      close: 'Tutup…',
      closeNamed: (client) => `Tutup permintaan ${client}`,
      closeText: 'Ini tidak memindahkan uang. Kreditkan dulu uangnya, lewat transfer tertahan atau penyesuaian dompet.',
      closeSubmit: 'Tutup permintaan',
      done: 'Permintaan sudah ditutup',
    },
    numberColumns: {
      bank: 'Bank',
      wallet: 'Dompet',
      number: 'Nomor',
      minimum: 'Minimum',
      fee: 'Biaya',
      status: 'Status',
    },
    numbers: {
      table: 'Akun virtual klien',
      failed: 'Akun virtual tidak dapat dimuat',
      choose: 'Sebutkan klien untuk melihat nomornya.',
      none: 'Klien tidak punya akun virtual',
      copy: 'Salin nomor',
      status: { active: 'Aktif', problem: 'Masalah' },
    },
  },
});
