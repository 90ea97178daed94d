import { IconBrandWhatsapp, IconLifebuoy, IconMail } from '@tabler/icons-react';

import { runtimeConfig } from '@/shared/config/runtime-config';
import { useTexts } from '@/shared/i18n/texts';

import { publicPageTexts } from './public-page-texts';
import classes from './support-links.module.css';

/** The ways to reach support that the deployment has. */
export function SupportLinks() {
  const texts = useTexts(publicPageTexts);
  const { chat, email, helpdesk } = runtimeConfig.support;
  const links = [
    { href: chat, label: texts.chat, Icon: IconBrandWhatsapp },
    { href: email, label: texts.email, Icon: IconMail },
    { href: helpdesk, label: texts.helpdesk, Icon: IconLifebuoy },
  ].filter(({ href }) => href !== '');
  if (links.length === 0) return null;
  return (
    <nav className={classes['links']} aria-label={texts.support}>
      {links.map(({ href, label, Icon }) => (
        <a key={label} href={href} target="_blank" rel="noopener noreferrer" className={classes['link']}>
          <Icon className={classes['icon']} aria-hidden />
          {label}
        </a>
      ))}
    </nav>
  );
}
