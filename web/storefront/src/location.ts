/** What the home page shows: all, the operators of one group, or what a search finds. */
export interface HomeLocation {
  /** The kind of the group; empty for all. */
  group: string;
  search: string;
}

export const homeLocation: HomeLocation = { group: '', search: '' };

const maxSearch = 60;

/** Reads the location from the query of an address. */
export function readHomeLocation(query: string): HomeLocation {
  const read = new URLSearchParams(query);
  return { group: read.get('group') ?? '', search: (read.get('q') ?? '').slice(0, maxSearch) };
}

/** Writes the address of a location below the path of the shop. */
export function addressOf(path: string, { group, search }: HomeLocation): string {
  const query = new URLSearchParams();
  if (group) query.set('group', group);
  if (search) query.set('q', search);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The page that a path names below the shop's code. */
export type Screen =
  | { name: 'home' | 'checkout' | 'help' | 'orders' }
  | { name: 'product'; operator: string }
  | { name: 'order'; token: string };

/** Reads the page in a path. Codes of operators are in capitals, so none is one of the words. */
export function screenInPath(path: string): Screen {
  const [, , first = '', second = ''] = path.split('/').map(decoded);
  if (first === 'checkout' || first === 'help') return { name: first };
  if (first === 'orders') return second ? { name: 'order', token: second } : { name: 'orders' };
  return first ? { name: 'product', operator: first } : { name: 'home' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
