const separators = /[_\s]+/;

/** 'level_1' as people say it: 'Level 1'. A wallet type that a deployment adds later reads the same way. */
export function walletTypeName(type: string): string {
  const words = type.split(separators).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
