import { rupiahParts } from '@shared/format/rupiah';

/** An amount in rupiah: `Rp 43.200`, with a quieter unit. */
export function Price({ value, className = '' }: { value: number; className?: string }) {
  const { prefix, figure } = rupiahParts(value, 'Rp');
  return (
    <span className={`whitespace-nowrap ${className}`}>
      <span className="font-normal text-quiet">{prefix}</span>
      {'\u00a0'}
      {figure}
    </span>
  );
}
