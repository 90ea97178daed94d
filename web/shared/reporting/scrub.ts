const hidden = '[hidden]';

const secrets = [
  /\bBearer\s+[^\s"',]+/giu,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/gu,
  /\blk_[\w-]+/gu,
  /(?<=\/links\/)[^\s"'<>]+/gu,
  /(?<=["']?(?:password|token|pin|apiKey|secret|signature)["']?\s*[:=]\s*["']?)[^\s"',&}]+/giu,
];

/** Takes out of a text what could be a token, a key, a password, a PIN or a link that serves without them. */
export function scrub(text: string): string {
  return secrets.reduce((clean, secret) => clean.replace(secret, hidden), text);
}

/** An address without its query and fragment: they hold references and searches of clients. */
export function scrubUrl(url: string): string {
  return scrub(url.split(/[?#]/u, 1)[0] ?? '');
}
