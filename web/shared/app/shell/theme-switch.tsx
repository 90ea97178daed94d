import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { Tip } from '@shared/ui/tip';

import { shellTexts } from './shell-texts';

/** Returns name and icon of the other theme, and the function that switches to it. */
export function useOtherTheme() {
  const texts = useTexts(shellTexts);
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return {
    label: dark ? texts.toLight : texts.toDark,
    Icon: dark ? IconSun : IconMoon,
    switchTheme: () => setColorScheme(dark ? 'light' : 'dark'),
  };
}

/** Switches between light and dark. Until it is used, the system decides. */
export function ThemeSwitch() {
  const { label, Icon, switchTheme } = useOtherTheme();
  return (
    <Tip label={label}>
      <ActionIcon onClick={switchTheme} aria-label={label}>
        <Icon aria-hidden />
      </ActionIcon>
    </Tip>
  );
}
