import type { TablerIcon } from '@tabler/icons-react';

import classes from './topup.module.css';

interface InfoCardProps {
  title: string;
  points: readonly { icon: TablerIcon; text: string }[];
}

/** What a client should know before a first top-up. */
export function InfoCard({ title, points }: InfoCardProps) {
  return (
    <div className={classes['card']}>
      <h2 className={classes['cardTitle']}>{title}</h2>
      <ul className={classes['points']}>
        {points.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon aria-hidden />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
