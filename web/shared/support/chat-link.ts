/** A WhatsApp link without a text of its own. */
const plainWhatsApp = /^https:\/\/(?:wa\.me|api\.whatsapp\.com)\/(?!.*[?&]text=)/u;
/** The greeting that waits in the chat, in Indonesian in both languages (docs/product/shell.md#customer-service). */
const greeting = 'text=Halo%2C+saya+butuh+bantuan.';

/** Returns a WhatsApp link with a greeting to send. A link that has its own text, and one to another chat, stay as they are. */
export function chatLink(href: string): string {
  return plainWhatsApp.test(href) ? href + (href.includes('?') ? '&' : '?') + greeting : href;
}
