import { useTexts } from '@shared/i18n/texts';
import { PublicPage } from '@shared/public-page/public-page';
import { lazyPart, PartPending } from '@shared/state/lazy-part';

import { setUpTexts } from './set-up-texts';

// With dialogs, which no other page before sign-in needs.
const SetUpPart = lazyPart(async () => (await import('./set-up-part')).SetUpPart, <PartPending />);

/** The first page of a member of staff who has no second factor yet. */
export function SetUpPage() {
  return (
    <PublicPage title={useTexts(setUpTexts).title}>
      <SetUpPart />
    </PublicPage>
  );
}
