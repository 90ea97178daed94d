import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

import { api } from '@/api';
import { type FileFormat, fileFormats, saveAnswer } from '@/file-answer';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import { statementTexts } from './statement-texts';

/** Downloads the withheld tax of a year, with the client's tax number in each row. */
export function RecapExport({ year }: { year: number }) {
  const texts = useTexts(statementTexts);
  const { mutate, isPending } = useMutation({
    mutationKey: ['deposits', 'tax-export'],
    mutationFn: (format: FileFormat) => {
      const params = { query: { year, format } };
      return saveAnswer(
        api.main.GET('/v1/depositevents/tax/export', { params, parseAs: 'stream' }),
        format,
        `wht-22-${year}`,
      );
    },
    onSuccess: () => notifySuccess(texts.recapExported),
  });
  return fileFormats.map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload aria-hidden />}
      disabled={isPending}
      onClick={() => mutate(format)}
    >
      {texts.recapExport[format]}
    </Button>
  ));
}
