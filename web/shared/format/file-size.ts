const unit = 1000;
const units = ['B', 'kB', 'MB', 'GB'];

/** Formats the size of a file with a decimal comma: '12,4 kB'. */
export function fileSize(bytes: number): string {
  let size = bytes;
  let step = 0;
  while (size >= unit && step < units.length - 1) {
    size /= unit;
    step += 1;
  }
  const digits = step === 0 || size >= 100 ? 0 : 1;
  return `${size.toFixed(digits).replace('.', ',')} ${units[step] ?? ''}`;
}
