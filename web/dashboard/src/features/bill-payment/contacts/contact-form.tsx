import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { type Contact, type ContactInput, type SavedContact, saveContactOptions } from './contact-queries';
import { hasRemarks, isContactName } from './contact-rules';
import { contactTexts } from './contact-texts';
import { SavedRemarks } from './saved-remarks';

const serverFields = { code: 'code', name: 'name', destinationNo: 'destinationNo' };

const longestCode = 64;
const longestName = 100;
// The field cuts what is longer, and a number that is cut is another number: the server refuses it instead.
const longestNumber = 256;

interface ContactFormProps {
  title: string;
  /** The contact that is changed; undefined for a new one. */
  contact?: Contact | undefined;
  /** The number of a new contact, if it is known. */
  destinationNo?: string;
  /** Called once for each time it was saved. */
  onSaved?: (contact: Contact) => void;
  onClose: () => void;
}

/**
 * Creates or changes a contact, inside a dialog. If the number was repaired or belongs to other contacts too, that is
 * said before it closes, and the contact can be changed once more.
 */
export function ContactForm({ contact, ...props }: ContactFormProps) {
  const [saved, setSaved] = useState<SavedContact>();
  const [changed, setChanged] = useState(contact);
  if (saved === undefined) return <ContactFields {...props} contact={changed} onRemarks={setSaved} />;
  return (
    <SavedRemarks
      saved={saved}
      onChange={() => {
        setChanged(saved);
        setSaved(undefined);
      }}
      onClose={props.onClose}
    />
  );
}

interface ContactFieldsProps extends ContactFormProps {
  /** Called after a contact was saved of which there is more to say. */
  onRemarks: (saved: SavedContact) => void;
}

function ContactFields({ title, contact, destinationNo = '', onSaved, onClose, onRemarks }: ContactFieldsProps) {
  const texts = useTexts(contactTexts);
  const form = useCheckedForm<ContactInput>({
    initialValues: {
      code: contact?.code ?? '',
      name: contact?.name ?? '',
      destinationNo: contact?.destinationNo ?? destinationNo,
    },
    validate: {
      code: (code) => (code.trim() === '' ? texts.nameRequired : null),
      name: (name) => {
        if (name.trim() === '') return texts.nameRequired;
        return isContactName(name.trim()) ? null : texts.nameForm;
      },
      // There is no message for it (docs/product/bill-payment.md#contacts), so the field is only marked.
      destinationNo: (number) => (number.trim() === '' ? true : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: saveContactOptions(contact?.id),
    fields: serverFields,
    onSuccess: (saved) => {
      notifySuccess(contact ? texts.updated : texts.created);
      onSaved?.(saved);
      if (hasRemarks(saved)) onRemarks(saved);
      else onClose();
    },
  });
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        <TextInput
          {...form.getInputProps('code')}
          label={texts.columns.code}
          description={contact ? texts.codeFixed : undefined}
          readOnly={contact !== undefined}
          maxLength={longestCode}
          autoComplete="off"
          data-autofocus={contact ? undefined : true}
        />
        <TextInput
          {...form.getInputProps('name')}
          label={texts.columns.name}
          maxLength={longestName}
          autoComplete="off"
          data-autofocus={contact ? true : undefined}
        />
        <TextInput
          {...form.getInputProps('destinationNo')}
          label={texts.columns.destinationNo}
          maxLength={longestNumber}
          inputMode="tel"
          autoComplete="off"
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.save}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
