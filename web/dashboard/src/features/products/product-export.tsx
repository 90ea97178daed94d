import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { api } from '@/api';
import { type FileFormat, fileFormats, saveAnswer } from '@/file-answer';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import { productExportTexts } from './product-export-texts';
import type { ProductSearch } from './product-search';

/** Downloads all products that match the filters, with the client's prices. */
export function ProductExport({ search }: { search: ProductSearch }) {
  const texts = useTexts(productExportTexts);
  const { mutate, isPending } = useMutation({
    mutationKey: ['products', 'export'],
    mutationFn: async (format: FileFormat) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined);
      const query = { ...Object.fromEntries(given), format };
      const call = api.main.GET('/dashboard/v1/products/client/export', { params: { query }, parseAs: 'stream' });
      await saveAnswer(call, format, 'price-list');
    },
    onSuccess: () => notifySuccess(texts.done),
  });
  return fileFormats.map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload aria-hidden />}
      disabled={isPending}
      onClick={() => mutate(format)}
    >
      {texts[format]}
    </Button>
  ));
}
