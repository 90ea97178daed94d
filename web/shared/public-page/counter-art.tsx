import classes from './counter-art.module.css';

/**
 * Geometry of the illustration in view box units: the horizontal centre, the height where the arches begin, and the
 * edge of the counter.
 */
const middle = 440;
const spring = 460;
const counter = 742;
const innerRadius = 158;
const arches = [224, 290, 356, 422, 488, 554, 620, 686, 752, 818];
const slip = { left: 335, right: 545, top: 420, bottom: 842 };
const teeth = 11;
const toothDepth = 7;
const lines = [
  [86, 42],
  [62, 38],
  [98, 52],
  [74, 36],
  [54, 48],
  [80, 40],
] as const;
const firstLine = 522;
const lineStep = 28;

function arch(radius: number): string {
  const left = middle - radius;
  return `M${left} ${counter}V${spring}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${counter}`;
}

function tornEdge(): string {
  const width = (slip.right - slip.left) / teeth;
  const tooth = `l${-width / 2} ${toothDepth}l${-width / 2} ${-toothDepth}`;
  return `M${slip.left} ${slip.top}H${slip.right}V${slip.bottom}${tooth.repeat(teeth)}Z`;
}

/** The illustration of a counter window with a receipt. It is decoration. */
export function CounterArt() {
  return (
    <div className={classes['panel']} aria-hidden>
      <svg viewBox="0 0 880 900" preserveAspectRatio="xMidYMid slice" className={classes['art']} focusable="false">
        {arches.map((radius, index) => (
          <path
            key={radius}
            d={arch(radius)}
            className={classes['line']}
            opacity={Math.max(0.12, 0.46 - index * 0.045)}
          />
        ))}
        <path d={arch(innerRadius)} className={classes['window']} />
        <path d={`M-2000 ${counter}H3000M-2000 ${counter + 6}H3000`} className={classes['counter']} />
        <path d={tornEdge()} className={classes['paper']} />
        <g transform="translate(357 446) scale(0.9375)">
          <rect width="32" height="32" rx="7" className={classes['brand']} />
          <path d="M9.5 22v-6.5a6.5 6.5 0 0 1 13 0V22M6 23.25h20M13 17.75h6" className={classes['mark']} />
        </g>
        <rect x="459" y="454" width="64" height="6" rx="3" className={classes['ink']} opacity="0.3" />
        <rect x="481" y="466" width="42" height="5" rx="2.5" className={classes['ink']} opacity="0.18" />
        <path d="M357 500H523M357 702H523" className={classes['perforation']} />
        {lines.map(([label, value], index) => {
          const y = firstLine + index * lineStep;
          return (
            <g key={`${label}-${value}`} className={classes['ink']}>
              <rect x="357" y={y} width={label} height="5" rx="2.5" opacity="0.16" />
              <rect x={523 - value} y={y} width={value} height="5" rx="2.5" opacity="0.22" />
            </g>
          );
        })}
        <g className={classes['ink']}>
          <rect x="357" y="724" width="48" height="9" rx="2" opacity="0.42" />
          <rect x="431" y="724" width="92" height="9" rx="2" opacity="0.62" />
        </g>
        <path d="M431 746H523M431 750H523" className={classes['rule']} />
        <circle cx={middle} cy="806" r="25" className={classes['seal']} />
        <path d="m431 806 6 6.500 12-13" className={classes['check']} />
      </svg>
    </div>
  );
}
