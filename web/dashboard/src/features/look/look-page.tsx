import { IconAlertCircle } from '@tabler/icons-react';

import { lookTexts } from '@/session/look-texts';
import { useTexts } from '@shared/i18n/texts';
import { PublicPage } from '@shared/public-page/public-page';
import { StateTile } from '@shared/state/state-tile';

/** What staff see if a look could not begin. */
export function LookPage() {
  const texts = useTexts(lookTexts);
  return (
    <PublicPage title={texts.failedTitle} sign={<StateTile icon={IconAlertCircle} tone="failed" />}>
      <p>{texts.failed}</p>
    </PublicPage>
  );
}
