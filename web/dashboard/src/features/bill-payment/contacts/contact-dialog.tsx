import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';

import type { Contact } from './contact-queries';
import { ContactForm } from './contact-form';
import { contactTexts } from './contact-texts';

interface ContactDialogProps {
  opened: boolean;
  /** The contact that is changed; undefined for a new one. */
  contact: Contact | undefined;
  onClose: () => void;
}

/** Creates or changes a contact. The form is mounted with the dialog, so it is empty each time. */
export function ContactDialog({ opened, contact, onClose }: ContactDialogProps) {
  const texts = useTexts(contactTexts);
  const title = contact ? texts.editTitle : texts.create;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="guide">
      <ContactForm title={title} contact={contact} onClose={onClose} />
    </Dialog>
  );
}
