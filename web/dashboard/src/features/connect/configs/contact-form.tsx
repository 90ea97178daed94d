import { TextInput } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import type { SaveWhen } from './autosave';
import { configsTexts } from './configs-texts';
import classes from './configs.module.css';
import { type Contact, isEmail, isWhatsApp } from './contact-rules';
import { type ShopDraft, limits } from './shop-draft';
import { reasonOf, type Refusal } from './refusals';

interface Props {
  contact: Contact;
  /** What the server refused of the draft. */
  refused: readonly Refusal[];
  onEdit: (change: Partial<ShopDraft>, when: SaveWhen) => void;
}

/** How shoppers reach the owner: WhatsApp, e-mail and hours. A number or an address is stored once it is whole. */
export function ContactForm({ contact, refused, onEdit }: Props) {
  const texts = useTexts(configsTexts).contact;
  const edit = (change: Partial<Contact>) => onEdit({ contact: { ...contact, ...change } }, 'later');
  return (
    <Card title={texts.title}>
      <div className={classes['fields']}>
        <TextInput
          label={texts.whatsapp}
          description={texts.hint}
          type="tel"
          autoComplete="off"
          placeholder="0812…"
          value={contact.whatsapp}
          error={isWhatsApp(contact.whatsapp) ? reasonOf(refused, 'contact whatsapp') : texts.whatsappError}
          onChange={({ currentTarget }) => edit({ whatsapp: currentTarget.value })}
        />
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="off"
          value={contact.email}
          error={isEmail(contact.email) ? reasonOf(refused, 'contact email') : texts.emailError}
          onChange={({ currentTarget }) => edit({ email: currentTarget.value })}
        />
        <TextInput
          label={texts.hours}
          placeholder={texts.hoursExample}
          maxLength={limits.hours}
          value={contact.hours}
          error={reasonOf(refused, 'contact hours')}
          onChange={({ currentTarget }) => edit({ hours: currentTarget.value })}
        />
      </div>
    </Card>
  );
}
