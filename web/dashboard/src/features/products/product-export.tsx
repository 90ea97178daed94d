import { api } from '@/api';
import { saveAnswer } from '@shared/api/file-answer';
import { useTexts } from '@shared/i18n/texts';
import { DownloadButtons } from '@shared/ui/download-buttons';

import { productExportTexts } from './product-export-texts';
import type { PriceListFilters } from './product-search';

/** Downloads all products that match the filters, with the client's prices. */
export function ProductExport({ filters }: { filters: PriceListFilters }) {
  const texts = useTexts(productExportTexts);
  const { done, ...labels } = texts;
  return (
    <DownloadButtons
      labels={labels}
      done={done}
      download={{
        mutationKey: ['products', 'export'],
        mutationFn: async (format) => {
          const given = Object.entries(filters).filter(([, value]) => value !== undefined);
          const query = { ...Object.fromEntries(given), format };
          const call = api.main.GET('/dashboard/v1/products/client/export', { params: { query }, parseAs: 'stream' });
          await saveAnswer(call, format, 'price-list');
        },
      }}
    />
  );
}
