import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';

import type { Contact } from '../../contacts/contact-queries';
import { ContactForm } from '../../contacts/contact-form';
import { pickerTexts } from './picker-texts';

interface SaveContactProps {
  destinationNo: string;
  opened: boolean;
  onClose: () => void;
  onSaved: (contact: Contact) => void;
}

/** Saves a destination number as a contact. */
export function SaveContact({ destinationNo, opened, onClose, onSaved }: SaveContactProps) {
  const { saveTitle } = useTexts(pickerTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={saveTitle} size="guide">
      <ContactForm title={saveTitle} destinationNo={destinationNo} onSaved={onSaved} onClose={onClose} />
    </Dialog>
  );
}
