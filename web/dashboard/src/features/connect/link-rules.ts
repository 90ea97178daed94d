const longest = 2048;

/** Reports whether a text is an address with protocol, as the server takes it: http or https, without credentials. */
export function isLink(text: string): boolean {
  if (text.length > longest || !/^https?:\/\/[^\s/\\]+\S*$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === '' && password === '' && hostname !== '';
}

/** The payment link of a set-up; empty for none, which the server writes as a dash. */
export function paymentLinkOf(config: { deeplinkUrl: string } | null | undefined): string {
  const link = config?.deeplinkUrl ?? '';
  return link === '-' ? '' : link;
}
