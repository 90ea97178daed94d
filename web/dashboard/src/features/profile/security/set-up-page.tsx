import { useTexts } from '@shared/i18n/texts';
import { PublicPage } from '@shared/public-page/public-page';
import { lazyPart, PartPending } from '@shared/state/lazy-part';

import { setUpTexts } from './set-up-texts';

// With what it shares with the profile, which no page before sign-in needs.
const SetUpPart = lazyPart(async () => (await import('./set-up-part')).SetUpPart, <PartPending />);

/** The page of a user who has to set up a second factor first, because the client demands it. */
export function SetUpPage() {
  return (
    <PublicPage title={useTexts(setUpTexts).title}>
      <SetUpPart />
    </PublicPage>
  );
}
