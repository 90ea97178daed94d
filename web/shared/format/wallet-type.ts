const separators = /[_\s]+/;

/** Formats a wallet type: 'Level 1' for 'level_1'. Types that a deployment adds later are formatted the same way. */
export function walletTypeName(type: string): string {
  const words = type.split(separators).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
