/** Returns up to two initials of a name: of its first and last word, or its first two letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const last = rest.at(-1);
  return (last ? first.slice(0, 1) + last.slice(0, 1) : first.slice(0, 2)).toUpperCase();
}
