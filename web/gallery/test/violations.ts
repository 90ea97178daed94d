import axe from 'axe-core';

const off = { enabled: false };

/**
 * Returns what axe finds wrong with the page, by all its rules but these. Contrasts are left out, because a page without
 * layout has none.
 */
export async function violations(...without: string[]): Promise<string[]> {
  const rules = Object.fromEntries(['color-contrast', ...without].map((rule) => [rule, off]));
  const found = await axe.run(document.body, { rules });
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes.map(({ html }) => html).join(' ')}`);
}
