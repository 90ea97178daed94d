/** The parts of the client API that a key may be limited to, in the order in which they are shown. */
export const keyScopes = [
  'orders:read',
  'orders:write',
  'bills:inquire',
  'balance:read',
  'products:read',
  'history:read',
  'webhooks:manage',
  'shop:write',
] as const;

/** One of them. */
export type KeyScope = (typeof keyScopes)[number];

const reading: readonly KeyScope[] = ['orders:read', 'balance:read', 'products:read', 'history:read'];

/** Scopes that belong together: docs/product/access.md#api-keys. */
const presets: Record<Exclude<ScopePreset, 'some'>, readonly KeyScope[]> = {
  everything: keyScopes,
  sell: [...reading, 'orders:write', 'bills:inquire'],
  read: reading,
};

/** A choice of scopes; `some` are any others. */
export type ScopePreset = 'everything' | 'sell' | 'read' | 'some';

/** The preset that has exactly these scopes. */
export function presetOf(scopes: readonly string[]): ScopePreset {
  const same = (list: readonly string[]) => list.length === scopes.length && list.every((one) => scopes.includes(one));
  return (['everything', 'sell', 'read'] as const).find((name) => same(presets[name])) ?? 'some';
}

/** The scopes of a preset, or the ones that were chosen. */
export function scopesOf(preset: ScopePreset, selection: readonly KeyScope[]): KeyScope[] {
  return preset === 'some' ? [...selection] : keyScopes.filter((one) => presets[preset].includes(one));
}

/** The addresses in a text with one on each line, or with commas between. */
export const addressesIn = (text: string) => text.split(/[\s,]+/u).filter((one) => one !== '');
