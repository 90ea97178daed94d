import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { announce } from '@shared/notify/announce';
import { CardHead } from '@shared/ui/card';
import { Note } from '@shared/ui/note';

import type { SaveWhen } from './autosave';
import { BannerRow } from './banner-row';
import { customWebTexts } from './custom-web-texts';
import classes from './custom-web.module.css';
import { type ShopDraft, type DraftBanner, limits } from './shop-draft';
import { reasonOf, type Refusal } from './refusals';
import { defaultName, insertedAt, movedTo, newBanner, withFields } from './list-rules';

interface BannersProps {
  draft: ShopDraft;
  /** What the server refused of the draft. */
  refused: readonly Refusal[];
  /** Whether the step was to be left: links that cannot be saved are shown. */
  showErrors: boolean;
  /** Changes the banners as they are then: an upload may end after other edits. */
  onEdit: (edit: (banners: readonly DraftBanner[]) => readonly DraftBanner[], when: SaveWhen) => void;
}

/** A banner that was deleted, with its position: it can be put back. */
interface Removed {
  banner: DraftBanner;
  index: number;
}

/** The banners of the first screen, in their order. */
export function Banners({ draft: { banners }, refused, showErrors, onEdit }: BannersProps) {
  const texts = useTexts(customWebTexts).banners;
  const list = useRef<HTMLUListElement>(null);
  const [inactive, setInactive] = useState<number>();
  const [removed, setRemoved] = useState<Removed>();
  const focusOn = useFocusAfter();
  const needsImage = banners.some(({ id, imageKey }) => id === inactive && imageKey === '');
  const wrong = reasonOf(refused, 'banners') ?? (needsImage ? texts.needsImage : undefined);

  function change(id: number, fields: Partial<DraftBanner>, when: SaveWhen) {
    onEdit((latest) => withFields(latest, id, fields), when);
  }

  function move(from: number, to: number) {
    const name = banners[from]?.name;
    if (to === from || to < 0 || to >= banners.length || name === undefined) return;
    onEdit((latest) => movedTo(latest, from, to), 'now');
    announce(texts.moved(name, to + 1, banners.length));
  }

  function add() {
    const banner = newBanner(banners);
    onEdit((latest) => [...latest, banner], 'now');
    setRemoved(undefined);
    focusOn(`[data-banner="${banner.id}"] [data-field="name"]`);
  }

  function remove(banner: DraftBanner, index: number) {
    onEdit((latest) => latest.filter(({ id }) => id !== banner.id), 'now');
    setRemoved({ banner, index });
    announce(texts.removed(banner.name));
    focusOn('[data-field="undo"]');
  }

  function putBack({ banner, index }: Removed) {
    onEdit((latest) => insertedAt(latest, banner, index), 'now');
    setRemoved(undefined);
    focusOn(`[data-banner="${banner.id}"] [data-field="remove"]`);
  }

  return (
    <section className={classes['card']} aria-label={texts.title}>
      <CardHead
        title={texts.title}
        hint={texts.count(banners.length)}
        action={
          <Button
            variant="default"
            leftSection={<IconPlus aria-hidden />}
            disabled={banners.length >= limits.banners}
            onClick={add}
          >
            {texts.add}
          </Button>
        }
      />
      {banners.length === 0 ? (
        <p className={classes['none']}>{texts.none}</p>
      ) : (
        <ul ref={list} className={classes['rows']}>
          {banners.map((banner, index) => (
            <BannerRow
              key={banner.id}
              banner={banner}
              position={index + 1}
              showErrors={showErrors}
              refused={refused}
              onChange={(fields, when) => change(banner.id, fields, when)}
              onName={() => change(banner.id, { name: defaultName(banners) }, 'later')}
              onActivate={(active) => {
                setInactive(active && banner.imageKey === '' ? banner.id : undefined);
                if (!active || banner.imageKey !== '') change(banner.id, { active }, 'now');
              }}
              onRemove={() => remove(banner, index)}
              onStep={(by) => move(index, index + by)}
              onDragTo={(y) => move(index, indexAt(list.current, y) ?? index)}
            />
          ))}
        </ul>
      )}
      {removed && banners.length < limits.banners ? (
        <p className={classes['removed']}>
          {texts.removed(removed.banner.name)}
          <Button data-field="undo" size="sm" variant="default" onClick={() => putBack(removed)}>
            {texts.undo}
          </Button>
        </p>
      ) : null}
      {wrong === undefined ? null : (
        <div className={classes['refusal']}>
          <Note tone="warning" live>
            {wrong}
          </Note>
        </div>
      )}
    </section>
  );
}

/** Returns a function that focuses an element by its selector, once it is on the page. */
function useFocusAfter(): (selector: string) => void {
  const focusSelector = useRef<string>(undefined);
  useEffect(() => {
    if (focusSelector.current === undefined) return;
    const element = document.querySelector<HTMLElement>(focusSelector.current);
    if (!element) return;
    focusSelector.current = undefined;
    element.focus();
  });
  return (selector) => {
    focusSelector.current = selector;
  };
}

/** Returns the row of a list at a height of the window. */
function indexAt(list: HTMLUListElement | null, y: number): number | undefined {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
  const at = rows.findIndex(({ top, bottom }) => y >= top && y < bottom);
  return at < 0 ? undefined : at;
}
