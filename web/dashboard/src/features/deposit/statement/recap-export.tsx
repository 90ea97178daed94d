import { api } from '@/api';
import { saveAnswer } from '@shared/api/file-answer';
import { useTexts } from '@shared/i18n/texts';
import { DownloadButtons } from '@shared/ui/download-buttons';

import { statementTexts } from './statement-texts';

/** Downloads the withheld tax of a year, with the client's tax number in each row. */
export function RecapExport({ year }: { year: number }) {
  const texts = useTexts(statementTexts);
  return (
    <DownloadButtons
      labels={texts.recapExport}
      done={texts.recapExported}
      download={{
        mutationKey: ['deposits', 'tax-export'],
        mutationFn: (format) => {
          const params = { query: { year, format } };
          const call = api.main.GET('/v1/depositevents/tax/export', { params, parseAs: 'stream' });
          return saveAnswer(call, format, `wht-22-${year}`);
        },
      }}
    />
  );
}
