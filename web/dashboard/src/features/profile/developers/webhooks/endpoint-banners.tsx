import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Note } from '@shared/ui/note';

import type { Webhook } from './webhook-queries';
import { webhookTexts } from './webhook-texts';

/** Says of each endpoint that fails, or is off by itself, what that means. */
export function EndpointBanners({ endpoints }: { endpoints: readonly Webhook[] }) {
  const texts = useTexts(webhookTexts).banner;
  const language = useLanguage();
  const { shown } = useZones();
  return endpoints.map(({ id, url, state, offReason, failingSince }) => {
    if (state === 'failing') {
      return (
        <Note key={id} tone="warning">
          {texts.failing(url, formatDateTime(failingSince ?? '', shown, language))}
        </Note>
      );
    }
    if (state !== 'off' || offReason === 'user') return null;
    return (
      <Note key={id} tone="warning">
        {offReason === 'gone' ? texts.gone(url) : texts.off(url)} {texts.resume}
      </Note>
    );
  });
}
