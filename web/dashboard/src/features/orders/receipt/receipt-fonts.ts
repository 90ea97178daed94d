import mono from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url';
import sans from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';

/**
 * Adds the fonts of the page to a receipt. The server's receipt names the fonts but loads nothing by itself. Without
 * them it uses the fonts of the system.
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
