import { defineTexts } from '@shared/i18n/texts';

export const clientTexts = defineTexts({
  en: {
    table: 'Clients',
    failed: 'The clients could not be loaded',
    none: { title: 'No clients yet', text: 'Clients appear here when they are created.' },
    noMatch: { title: 'No client found', text: (search: string) => `No client has “${search}” in its name.` },
    search: { label: 'Search clients', placeholder: 'Name' },
    columns: { name: 'Name', city: 'City', balance: 'Balance' },
    create: 'New client',
    noPermission: 'You don’t have permission to create clients.',
    clientFailed: 'The client could not be loaded',
    form: { save: 'Create client', saving: 'Creating…', required: 'Please fill this in.' },
    created: (name: string) => `${name} was created`,
  },
  id: {
    table: 'Klien',
    failed: 'Klien tidak dapat dimuat',
    none: { title: 'Belum ada klien', text: 'Klien muncul di sini setelah dibuat.' },
    noMatch: { title: 'Klien tidak ditemukan', text: (search) => `Tidak ada klien dengan “${search}” pada namanya.` },
    search: { label: 'Cari klien', placeholder: 'Nama' },
    columns: { name: 'Nama', city: 'Kota', balance: 'Saldo' },
    create: 'Klien baru',
    noPermission: 'Anda tidak punya izin untuk membuat klien.',
    clientFailed: 'Klien tidak dapat dimuat',
    form: { save: 'Buat klien', saving: 'Membuat…', required: 'Isi bagian ini.' },
    created: (name) => `${name} telah dibuat`,
  },
});
