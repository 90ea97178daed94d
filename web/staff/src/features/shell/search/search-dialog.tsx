import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';

import { useSession } from '@shared/app/session/use-session';
import { noticeFor } from '@shared/errors/catalogue';
import { useTexts } from '@shared/i18n/texts';
import { useAnnouncement } from '@shared/notify/announce';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';

import { HitList } from './hit-list';
import { addRecent, clearRecent, type Hit, hitPath, readRecent, searchOptions } from './hits';
import { searchTexts } from './search-texts';
import classes from './search.module.css';

const longestText = 100;

interface SearchDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** One box over orders, clients, users, invoices and virtual accounts. */
export function SearchDialog({ opened, onClose }: SearchDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(searchTexts).title} size="form">
      {opened ? <Search onClose={onClose} /> : null}
    </Dialog>
  );
}

function Search({ onClose }: Pick<SearchDialogProps, 'onClose'>) {
  const texts = useTexts(searchTexts);
  const { username = '' } = useSession();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState<number>();
  const [recent, setRecent] = useState(() => readRecent(username));
  const { mutate, data, variables, isPending, error } = useMutation(searchOptions());
  // what was found stands until the text becomes another one.
  const isAnswer = data !== undefined && variables === text.trim();
  const hits = isAnswer ? data : recent;
  const nothing = isAnswer && data.length === 0 ? texts.none(text.trim()) : undefined;
  const failure = error && variables === text.trim() ? noticeFor(error).title : undefined;
  useAnnouncement(isPending ? texts.searching : nothing);

  function open(hit: Hit) {
    const path = hitPath(hit);
    if (path === undefined) return;
    addRecent(username, hit);
    onClose();
    void navigate({ href: path });
  }

  function search() {
    const query = text.trim();
    if (query === '' || isPending) return;
    setActive(undefined);
    // One hit alone is what was looked for.
    mutate(query, { onSuccess: (matches) => matches.length === 1 && matches[0] && open(matches[0]) });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      const hit = active === undefined ? undefined : hits[active];
      if (hit) open(hit);
      else search();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (hits.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((now) => ((now ?? (step === 1 ? -1 : hits.length)) + step + hits.length) % hits.length);
    }
  }

  return (
    <DialogBody>
      <div className={classes['line']}>
        <TextInput
          label={texts.label}
          leftSection={<IconSearch aria-hidden />}
          value={text}
          maxLength={longestText}
          error={failure ?? nothing}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${listId}-${active}`}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <Button onClick={search} disabled={isPending}>
          {isPending ? texts.searching : texts.search}
        </Button>
      </div>
      <p className={classes['label']}>{texts.hint}</p>
      <HitList id={listId} label={isAnswer ? texts.results : texts.recent} hits={hits} active={active} onOpen={open} />
      {!isAnswer && recent.length > 0 ? (
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            clearRecent(username);
            setRecent([]);
          }}
        >
          {texts.clear}
        </Button>
      ) : null}
    </DialogBody>
  );
}
