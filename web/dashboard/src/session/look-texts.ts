import { defineTexts } from '@shared/i18n/texts';

export const lookTexts = defineTexts({
  en: {
    label: 'Read only',
    banner: (by: string, user: string, until: string) =>
      `${by} of Loket looks at this portal as ${user} sees it, read only, until ${until}`,
    end: 'End',
    failedTitle: 'This address serves no more',
    failed: 'It opens the portal once, within a minute. Start again on the page of the client.',
  },
  id: {
    label: 'Hanya baca',
    banner: (by, user, until) => `${by} dari Loket melihat portal ini sebagai ${user}, hanya baca, sampai ${until}`,
    end: 'Akhiri',
    failedTitle: 'Alamat ini tidak berlaku lagi',
    failed: 'Alamat ini membuka portal satu kali, dalam satu menit. Mulai lagi di halaman klien.',
  },
});
