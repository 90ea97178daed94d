import { useTexts } from '@/shared/i18n/texts';

import { placeholderTexts } from './placeholder-texts';
import { PublicPlaceholder } from './public-placeholder';

/** Stands for the forgotten password and for what its confirmation says. */
export function ForgotPasswordPlaceholder() {
  return <PublicPlaceholder title={useTexts(placeholderTexts).forgotPassword} />;
}
