import { useTexts } from '@/shared/i18n/texts';

import { placeholderTexts } from './placeholder-texts';
import { PublicPlaceholder } from './public-placeholder';

/** Stands for the forced change of an expired password. */
export function ChangePasswordPlaceholder() {
  return <PublicPlaceholder title={useTexts(placeholderTexts).expiredPassword} />;
}
