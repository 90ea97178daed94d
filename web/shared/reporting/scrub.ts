const hidden = '[hidden]';

const secrets = [
  /\bBearer\s+[^\s"',]+/giu,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/gu,
  /\blk_[\w-]+/gu,
  /(?<=\/links\/)[^\s"'<>]+/gu,
  /(?<=["']?(?:password|token|pin|apiKey|secret|signature)["']?\s*[:=]\s*["']?)[^\s"',&}]+/giu,
];

/** Replaces what could be a token, key, password, PIN or secret link in a text. */
export function scrub(text: string): string {
  return secrets.reduce((clean, secret) => clean.replace(secret, hidden), text);
}

/** Removes the query and fragment of an address: they can hold references and searches of clients. */
export function scrubUrl(url: string): string {
  return scrub(url.split(/[?#]/u, 1)[0] ?? '');
}
