import { UnstyledButton } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';

import { languageNames, setLanguage, useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import classes from './language-button.module.css';
import { publicPageTexts } from './public-page-texts';

/** Shows the current language and switches to the other one. */
export function LanguageButton() {
  const language = useLanguage();
  const texts = useTexts(publicPageTexts);
  const other = language === 'en' ? 'id' : 'en';
  return (
    <UnstyledButton
      className={classes['button']}
      onClick={() => setLanguage(other)}
      aria-label={`${languageNames[language]}. ${texts.switchTo(languageNames[other])}`}
    >
      <IconLanguage aria-hidden />
      {languageNames[language]}
    </UnstyledButton>
  );
}
