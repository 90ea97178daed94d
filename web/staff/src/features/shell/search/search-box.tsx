import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';

import { searchTexts } from './search-texts';
import classes from './search.module.css';

const SearchDialog = lazyDialog(async () => (await import('./search-dialog')).SearchDialog);

/** The search over everything, in the header: it opens by Ctrl K, too. Phones have its icon alone. */
export function SearchBox({ narrow }: { narrow: boolean }) {
  const texts = useTexts(searchTexts);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // Some browsers would go to their address bar.
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      {narrow ? (
        <ActionIcon size="lg" aria-label={texts.open} aria-haspopup="dialog" onClick={() => setOpened(true)}>
          <IconSearch aria-hidden />
        </ActionIcon>
      ) : (
        <UnstyledButton
          className={classes['box']}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K"
          onClick={() => setOpened(true)}
        >
          <IconSearch aria-hidden />
          <span className={classes['boxText']}>{texts.open}</span>
          <kbd className={classes['keys']} aria-hidden>
            Ctrl K
          </kbd>
        </UnstyledButton>
      )}
      <SearchDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
