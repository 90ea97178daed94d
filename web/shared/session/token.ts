/** Returns the user that a token names, or the token itself if it can't be read. Only the server checks tokens. */
export function userOfToken(token: string): string {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof payload === 'object' && payload !== null && 'sub' in payload && typeof payload.sub === 'string') {
      return payload.sub;
    }
  } catch {
    // Not one of ours.
  }
  return token;
}
