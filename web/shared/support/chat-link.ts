/** The greeting that waits in the chat, in Indonesian in both languages (docs/product/shell.md#customer-service). */
const greeting = 'Halo, saya butuh bantuan.';

/** Returns a WhatsApp link with a greeting to send. A link that has its own text, and one to another chat, stay as they are. */
export function chatLink(href: string): string {
  if (!URL.canParse(href)) return href;
  const url = new URL(href);
  const whatsapp = url.hostname === 'wa.me' || url.hostname === 'api.whatsapp.com';
  if (!whatsapp || url.searchParams.has('text')) return href;
  url.searchParams.set('text', greeting);
  return url.href;
}
