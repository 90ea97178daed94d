import { hueOf, initialsOf } from './initials';

interface Props {
  code: string;
  name: string;
  /** Classes for its size and letters. */
  className: string;
}

/** Stands for the picture of an operator: its initials on a colour of its own. */
export function OperatorTile({ code, name, className }: Props) {
  const hue = hueOf(code);
  return (
    <span
      className={`flex items-center justify-center rounded-tile font-semibold tracking-tight ${className}`}
      style={{ backgroundColor: `hsl(${hue} 45% 20%)`, color: `hsl(${hue} 85% 82%)` }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
