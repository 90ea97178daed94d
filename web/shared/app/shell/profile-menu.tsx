import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { type Language, languageNames, languages, useLanguage } from '@shared/i18n/language';
import { useAppUser } from '@shared/app/session/use-account';
import { useTexts } from '@shared/i18n/texts';
import { useApp } from '@shared/app/app';
import { useSession } from '@shared/app/session/use-session';
import { Dropdown } from '@shared/ui/dropdown';

import classes from './popover-list.module.css';
import { initialsOf } from './initials';
import { useShellParts } from './shell-parts';
import { shellTexts } from './shell-texts';
import { useOtherTheme } from './theme-switch';
import { useChooseLanguage } from './use-choose-language';
import { useSignOut } from '@shared/app/session/use-sign-out';

function LanguageItem({ language, onChoose }: { language: Language; onChoose: (language: Language) => void }) {
  const active = useLanguage() === language;
  return (
    <UnstyledButton
      className={classes['item']}
      aria-pressed={active}
      lang={language}
      onClick={() => onChoose(language)}
    >
      {languageNames[language]}
      {active ? <IconCheck className={classes['check']} aria-hidden /> : null}
    </UnstyledButton>
  );
}

/** Name, username and what the app tells of the user, each on one line. The title attribute has the full text. */
function Identity({ name }: { name: string }) {
  const { username } = useSession();
  const detail = useAppUser(useApp().account)?.detail;
  return (
    <div className={classes['who']}>
      <p className={classes['name']} title={name}>
        {name}
      </p>
      <p className={classes['detail']} title={username}>
        {username}
      </p>
      {detail ? (
        <p className={classes['detail']} title={detail}>
          {detail}
        </p>
      ) : null}
    </div>
  );
}

/** The account menu: identity, profile, language and sign-out. */
export function ProfileMenu({ withTheme }: { withTheme: boolean }) {
  const texts = useTexts(shellTexts);
  const { username = '' } = useSession();
  const { profileLink, MenuEntry } = useShellParts();
  const fullName = useAppUser(useApp().account)?.fullName;
  const { signOut, pending } = useSignOut();
  const chooseLanguage = useChooseLanguage();
  const { label, Icon, switchTheme } = useOtherTheme();
  const [open, setOpen] = useState(false);
  const name = fullName || username;
  return (
    <Dropdown
      opened={open}
      onClose={() => setOpen(false)}
      label={texts.account(name)}
      position="bottom-end"
      className={classes['dropdown']}
      renderButton={(props) => (
        <UnstyledButton
          {...props}
          className={classes['avatar']}
          onClick={() => setOpen((value) => !value)}
          aria-label={texts.account(name)}
        >
          {/* A picture of the name and no label that voice control could say, so no text. */}
          <span data-initials={initialsOf(name)} aria-hidden />
        </UnstyledButton>
      )}
    >
      <Identity name={name} />
      <hr className={classes['line']} />
      {profileLink ? (
        <Link {...profileLink} className={classes['item']} onClick={() => setOpen(false)}>
          <IconUser className={classes['icon']} aria-hidden />
          {texts.myProfile}
        </Link>
      ) : null}
      {MenuEntry ? <MenuEntry className={classes['item']} iconClassName={classes['icon']} /> : null}
      {withTheme ? (
        <UnstyledButton className={classes['item']} onClick={switchTheme}>
          <Icon className={classes['icon']} aria-hidden />
          {label}
        </UnstyledButton>
      ) : null}
      <hr className={classes['line']} />
      <div role="group" aria-label={texts.language}>
        <p className={classes['label']}>{texts.language}</p>
        {languages.map((language) => (
          <LanguageItem key={language} language={language} onChoose={chooseLanguage} />
        ))}
      </div>
      <hr className={classes['line']} />
      <UnstyledButton className={classes['item']} onClick={signOut} disabled={pending}>
        <IconLogout className={classes['icon']} aria-hidden />
        {texts.signOut}
      </UnstyledButton>
    </Dropdown>
  );
}
