import type { ReactNode } from 'react';

/** The icons of the shop: lines of 1.75 on a grid of 24. */
const shapes = {
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  back: <path d="M20 12H5m6-6-6 6 6 6" />,
  right: <path d="m9 5 7 7-7 7" />,
  left: <path d="m15 5-7 7 7 7" />,
  phone: (
    <>
      <rect x="7" y="3" width="10" height="18" rx="2" />
      <path d="M11 18h2" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18" />
    </>
  ),
  wallet: (
    <>
      <path d="M18 8V5H6a2 2 0 0 0 0 4h14v11H6a2 2 0 0 1-2-2V7" />
      <path d="M16 14.5h.01" />
    </>
  ),
  bolt: <path d="M13 3 5 14h7l-1 7 8-11h-7z" />,
  card: (
    <>
      <rect x="3" y="6" width="18" height="13" rx="2" />
      <path d="M3 10.5h18M7 15h3" />
    </>
  ),
  game: (
    <>
      <rect x="3" y="7" width="18" height="11" rx="5.5" />
      <path d="M8 10.5v4M6 12.5h4M15.5 11.5h.01M17.5 14h.01" />
    </>
  ),
  ticket: <path d="M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3zM14 7v2m0 2v2m0 2v2" />,
  bill: <path d="M6 3v18l3-2 3 2 3-2 3 2V3zM9.5 8h5M9.5 12h5" />,
  gem: <path d="M7 5h10l4 5-9 10L3 10zM9.5 10l2.5 6" />,
  help: <path d="M21 12a8.5 8.5 0 0 1-12.6 7.4L4 20.5l1.1-4.2A8.5 8.5 0 1 1 21 12z" />,
  check: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m8.5 12.5 2.5 2.5 4.5-5" />
    </>
  ),
  alert: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.4h.01" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** A drawing beside a word, hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  );
}
