import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { api } from '@/api';
import { ApiProblem, noAnswer, unwrap } from '@shared/api/problem';
import { saveFile, wholeStream } from '@shared/api/read-stream';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import { productExportTexts } from './product-export-texts';
import type { ProductSearch } from './product-search';

/** The forms of the file with their content types. */
const types = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const formats = ['csv', 'xlsx'] as const;

type Format = (typeof formats)[number];

/** Downloads all products that match the filters, with the client's prices. */
export function ProductExport({ search }: { search: ProductSearch }) {
  const texts = useTexts(productExportTexts);
  const { mutate, isPending } = useMutation({
    mutationKey: ['products', 'export'],
    mutationFn: async (format: Format) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined);
      const query = { ...Object.fromEntries(given), format };
      const call = api.main.GET('/dashboard/v1/products/client/export', { params: { query }, parseAs: 'stream' });
      const stream = await unwrap(call);
      if (stream === null) throw new ApiProblem({ status: noAnswer });
      const parts = await wholeStream(stream, () => undefined);
      saveFile(parts, types[format], `price-list.${format}`);
    },
    onSuccess: () => notifySuccess(texts.done),
  });
  return formats.map((format) => (
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
