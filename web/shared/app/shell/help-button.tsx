import { ActionIcon } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useSupportLinks } from '@shared/support/support-links';
import { Dropdown } from '@shared/ui/dropdown';

import classes from './help-button.module.css';
import list from './popover-list.module.css';
import { useShellParts } from './shell-parts';
import { shellTexts } from './shell-texts';
import { useArea } from './use-area';
import { useStepAside } from './use-step-aside';

/** The floating button for support. It moves to the edge of the window instead of covering a control or a text. */
export function HelpButton() {
  const texts = useTexts(shellTexts);
  const links = useSupportLinks();
  const { helpArea } = useShellParts();
  const { area } = useArea();
  const onHelpPage = area !== undefined && area === helpArea;
  const ref = useRef<HTMLDivElement>(null);
  const aside = useStepAside(ref);
  const [opened, setOpened] = useState(false);
  // The page shows the same links.
  if (links.length === 0 || onHelpPage) return null;
  return (
    <div ref={ref} className={classes['place']}>
      <Dropdown
        opened={opened}
        onClose={() => setOpened(false)}
        label={texts.help}
        position="top-end"
        className={list['short']}
        renderButton={(props) => (
          <ActionIcon
            {...props}
            className={classes['button']}
            data-aside={aside || undefined}
            aria-label={texts.help}
            onClick={() => setOpened((value) => !value)}
          >
            <IconMessageCircle aria-hidden />
          </ActionIcon>
        )}
      >
        {links.map(({ href, label, Icon }) => (
          <a key={label} href={href} target="_blank" rel="noopener noreferrer" className={list['item']}>
            <Icon className={list['icon']} aria-hidden />
            {label}
          </a>
        ))}
      </Dropdown>
    </div>
  );
}
