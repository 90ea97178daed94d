import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { PasswordForm } from './password-form';
import { passwordSectionTexts } from './password-section-texts';

/** Change of the user's own password. */
export function PasswordSection() {
  return (
    <Card title={useTexts(passwordSectionTexts).title}>
      <PasswordForm />
    </Card>
  );
}
