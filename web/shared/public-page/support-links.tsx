import { useTexts } from '@shared/i18n/texts';
import { useSupportLinks } from '@shared/support/support-links';

import { publicPageTexts } from './public-page-texts';
import classes from './support-links.module.css';

/** Links to support, at the foot of pages before sign-in. */
export function SupportLinks() {
  const texts = useTexts(publicPageTexts);
  const links = useSupportLinks();
  if (links.length === 0) return null;
  return (
    <nav className={classes['links']} aria-label={texts.support}>
      {links.map(({ href, label, Icon }) => (
        <a key={label} href={href} target="_blank" rel="noopener noreferrer" className={classes['link']}>
          <Icon aria-hidden />
          {label}
        </a>
      ))}
    </nav>
  );
}
