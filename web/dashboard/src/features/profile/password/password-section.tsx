import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { PasswordForm } from './password-form';
import { passwordSectionTexts } from './password-section-texts';
import { SessionList } from './session-list';

/** Change of the user's own password, and the user's sessions. */
export function PasswordSection() {
  return (
    <>
      <Card title={useTexts(passwordSectionTexts).title}>
        <PasswordForm />
      </Card>
      <SessionList />
    </>
  );
}
