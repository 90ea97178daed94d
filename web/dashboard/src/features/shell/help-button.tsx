import { ActionIcon, Popover } from '@mantine/core';
import { IconBrandWhatsapp, IconLifebuoy, IconMail, IconMessageCircle } from '@tabler/icons-react';

import { runtimeConfig } from '@/shared/config/runtime-config';
import { useTexts } from '@/shared/i18n/texts';

import classes from './help-button.module.css';
import list from './popover-list.module.css';
import { shellTexts } from './shell-texts';

/** The floating button with the ways to reach support that the deployment has. */
export function HelpButton() {
  const texts = useTexts(shellTexts);
  const { chat, email, helpdesk } = runtimeConfig.support;
  const links = [
    { href: chat, label: texts.chat, Icon: IconBrandWhatsapp },
    { href: email, label: texts.email, Icon: IconMail },
    { href: helpdesk, label: texts.helpdesk, Icon: IconLifebuoy },
  ].filter(({ href }) => href !== '');
  if (links.length === 0) return null;
  return (
    <Popover position="top-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon className={classes['button']} aria-label={texts.help}>
          <IconMessageCircle className={classes['icon']} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={list['short']} aria-label={texts.help}>
        {links.map(({ href, label, Icon }) => (
          <a key={label} href={href} target="_blank" rel="noopener noreferrer" className={list['item']}>
            <Icon className={list['icon']} aria-hidden />
            {label}
          </a>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
