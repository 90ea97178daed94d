import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';

import { type Language, languageNames, languages, setLanguage, useLanguage } from '@/shared/i18n/language';
import { useTexts } from '@/shared/i18n/texts';
import { useSession } from '@/shared/session/use-session';

import classes from './profile-menu.module.css';
import { shellTexts } from './shell-texts';
import { initialsOf } from './sidebar-entries';
import { useOtherTheme } from './theme-switch';
import { useSignOut } from './use-sign-out';

function LanguageItem({ language }: { language: Language }) {
  const active = useLanguage() === language;
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={active}
      lang={language}
      closeMenuOnClick={false}
      onClick={() => setLanguage(language)}
      rightSection={active ? <IconCheck className={classes['check']} aria-hidden /> : null}
    >
      {languageNames[language]}
    </Menu.Item>
  );
}

/** The account: who is signed in, the profile, the language, and the way out. */
export function ProfileMenu({ withTheme }: { withTheme: boolean }) {
  const texts = useTexts(shellTexts);
  const { fullName, username = '', email } = useSession();
  const { signOut, pending } = useSignOut();
  const { label, Icon, switchTheme } = useOtherTheme();
  const navigate = useNavigate();
  const name = fullName || username;
  return (
    <Menu position="bottom-end" width="target" classNames={{ dropdown: classes['dropdown'] ?? '' }}>
      <Menu.Target>
        <UnstyledButton className={classes['avatar']} aria-label={texts.account(name)}>
          {initialsOf(name)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <p className={classes['name']}>{name}</p>
          <p className={classes['detail']}>{username}</p>
          {email ? <p className={classes['detail']}>{email}</p> : null}
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser className={classes['icon']} aria-hidden />}
          onClick={() => void navigate({ to: '/profile' })}
        >
          {texts.myProfile}
        </Menu.Item>
        {withTheme ? (
          <Menu.Item leftSection={<Icon className={classes['icon']} aria-hidden />} onClick={switchTheme}>
            {label}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Label>{texts.language}</Menu.Label>
        {languages.map((language) => (
          <LanguageItem key={language} language={language} />
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout className={classes['icon']} aria-hidden />}
          onClick={signOut}
          disabled={pending}
        >
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
