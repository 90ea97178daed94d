import type { Landing } from '@shared/app/session/landing';
import { defineTexts } from '@shared/i18n/texts';

/** Names of the areas of the sketch app. */
export const areaTexts = defineTexts({
  en: { clients: 'Clients', reports: 'Reports' },
  id: { clients: 'Klien', reports: 'Laporan' },
});

/** Titles of the pages below the areas, and their names in the breadcrumb. */
export const pageTexts = defineTexts({
  en: {
    client: { title: 'Client', crumb: 'Client' },
    'new-client': { title: 'New client', crumb: 'New client' },
  },
  id: {
    client: { title: 'Klien', crumb: 'Klien' },
    'new-client': { title: 'Klien baru', crumb: 'Klien baru' },
  },
});

/** Users of the sketch app land at the list of clients. */
export const landing: Landing = {
  areas: Object.keys(areaTexts.en),
  features: [],
  home: () => '/clients',
};
