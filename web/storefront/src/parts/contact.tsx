import type { ShopContact } from '@shared/shop/shop-data';

import { useTexts } from '@/language/language';

import { contactTexts } from './contact-texts';

interface Props {
  contact: ShopContact | undefined;
  /** Number of the order that a message would be about; empty for none. */
  order?: string;
}

/** How to reach the owner of the shop, or that it names no way. */
export function Contact({ contact, order = '' }: Props) {
  const texts = useTexts(contactTexts);
  if (!contact) return <p className="text-sm text-quiet">{texts.none}</p>;
  const { whatsapp, email, hours } = contact;
  const message = order && texts.about(order);
  return (
    <section className="rounded-2xl border border-line px-4 py-3 text-sm">
      <h2 className="font-semibold">{texts.title}</h2>
      {whatsapp && <Way label={texts.whatsapp} text={whatsapp} href={whatsAppLink(whatsapp, message)} />}
      {email && (
        <Way
          label={texts.email}
          text={email}
          href={`mailto:${email}${message && `?subject=${encodeURIComponent(message)}`}`}
        />
      )}
      {hours && (
        <p className="pt-1 text-quiet">
          {texts.hours}: {hours}
        </p>
      )}
    </section>
  );
}

function Way({ label, text, href }: { label: string; text: string; href: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="text-quiet">{label}</span>
      <a
        href={href}
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center text-link underline underline-offset-4 wrap-anywhere"
      >
        {text}
      </a>
    </p>
  );
}

/** The address by which WhatsApp opens a chat with a number as 0812…. */
function whatsAppLink(number: string, message: string): string {
  const query = message && `?text=${encodeURIComponent(message)}`;
  return `https://wa.me/62${number.replace(/^0/u, '')}${query}`;
}
