import mono from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url';
import sans from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';

/**
 * Gives a receipt the fonts of the page. The server's receipt loads nothing by itself and names the fonts only; where
 * they don't come, it stands in the system's.
 */
export function setReceiptFonts(page: Document | null): void {
  const Face = page?.defaultView?.FontFace;
  if (!page || !Face) return;
  for (const [family, url] of [
    ['Geist', sans],
    ['Geist Mono', mono],
  ] as const) {
    const face = new Face(family, `url(${new URL(url, window.location.href).href})`, { weight: '100 900' });
    page.fonts.add(face);
  }
}
