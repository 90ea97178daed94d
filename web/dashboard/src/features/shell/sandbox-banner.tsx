import { Button, UnstyledButton } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';

import { switchSandbox } from '@/session/sandbox';
import { useTexts } from '@shared/i18n/texts';

import classes from './banner.module.css';
import { sandboxShellTexts } from './sandbox-shell-texts';

/** Says on each page that it shows the sandbox. */
export function SandboxBanner() {
  const texts = useTexts(sandboxShellTexts);
  return (
    <section className={classes['banner']} data-tone="test" aria-label={texts.sandbox}>
      <IconFlask className={classes['icon']} aria-hidden />
      <p className={classes['text']}>{texts.banner}</p>
      <Button variant="default" size="sm" onClick={() => switchSandbox(false)}>
        {texts.leave}
      </Button>
    </section>
  );
}

export interface LeaveEntryProps {
  className: string | undefined;
  iconClassName: string | undefined;
}

/** The way out of the sandbox in the menu of the account. */
export function LeaveSandboxEntry({ className, iconClassName }: LeaveEntryProps) {
  const texts = useTexts(sandboxShellTexts);
  return (
    <UnstyledButton className={className} onClick={() => switchSandbox(false)}>
      <IconFlask className={iconClassName} aria-hidden />
      {texts.leave}
    </UnstyledButton>
  );
}
