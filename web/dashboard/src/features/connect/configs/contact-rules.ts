/** How shoppers reach the owner of a shop. Each part may be empty. */
export interface Contact {
  whatsapp: string;
  email: string;
  hours: string;
}

const mobile = /^(?:\+62|62|0062|0)?(8\d{8,11})$/u;
const longestEmail = 254;

/** Reports whether a text is an Indonesian mobile number, as the server takes it, or empty. */
export function isWhatsApp(text: string): boolean {
  const digits = ungrouped(text);
  return digits === '' || mobile.test(digits);
}

function ungrouped(text: string): string {
  return text.replaceAll(/[\s().-]/gu, '');
}

/** Returns a whole contact in the form in which the server keeps it, so that it is the same after it was stored. */
export function storedForm({ whatsapp, email, hours }: Contact): Contact {
  const [, number] = mobile.exec(ungrouped(whatsapp)) ?? [];
  return { whatsapp: number ? `0${number}` : '', email: email.trim(), hours: hours.trim() };
}

/** Reports whether a text is an e-mail address or empty. The server looks closer. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  return address === '' || (address.length <= longestEmail && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(address));
}
