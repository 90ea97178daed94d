import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { IconGripVertical, IconPhotoPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { announce } from '@shared/notify/announce';
import { CardHead } from '@shared/ui/card';
import { Note } from '@shared/ui/note';

import { shopOrigin } from '../shop-link';
import type { SaveWhen } from './autosave';
import { configsTexts } from './configs-texts';
import classes from './configs.module.css';
import { type Draft, type DraftBanner, isBannerLink, limits } from './draft';
import { useImageUpload } from './use-image-upload';
import { movedTo, newBanner, withFields } from './list-rules';

interface BannersProps {
  draft: Draft;
  /** Whether the step was to be left: links that cannot be saved are shown. */
  tried: boolean;
  /** Changes the banners as they are then: an upload may end after other edits. */
  onEdit: (edit: (banners: readonly DraftBanner[]) => readonly DraftBanner[], when: SaveWhen) => void;
}

/** The banners of the first screen, in their order. */
export function Banners({ draft: { banners }, tried, onEdit }: BannersProps) {
  const texts = useTexts(configsTexts).banners;
  const list = useRef<HTMLUListElement>(null);
  const [refused, setRefused] = useState<number>();
  const needsImage = banners.some(({ id, imageKey }) => id === refused && imageKey === '');

  function change(id: number, fields: Partial<DraftBanner>, when: SaveWhen) {
    onEdit((latest) => withFields(latest, id, fields), when);
  }

  function move(from: number, to: number) {
    const name = banners[from]?.name;
    if (to === from || to < 0 || to >= banners.length || name === undefined) return;
    onEdit((latest) => movedTo(latest, from, to), 'now');
    announce(texts.moved(name, to + 1, banners.length));
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
            onClick={() => onEdit((latest) => [...latest, newBanner(latest)], 'now')}
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
              tried={tried}
              onChange={(fields, when) => change(banner.id, fields, when)}
              onActivate={(active) => {
                setRefused(active && banner.imageKey === '' ? banner.id : undefined);
                if (!active || banner.imageKey !== '') change(banner.id, { active }, 'now');
              }}
              onRemove={() => onEdit((latest) => latest.filter(({ id }) => id !== banner.id), 'now')}
              onStep={(by) => move(index, index + by)}
              onDragTo={(y) => move(index, placeAt(list.current, y) ?? index)}
            />
          ))}
        </ul>
      )}
      {needsImage ? (
        <div className={classes['refusal']}>
          <Note tone="warning" live>
            {texts.needsImage}
          </Note>
        </div>
      ) : null}
    </section>
  );
}

/** Returns the row of a list at a height of the window. */
function placeAt(list: HTMLUListElement | null, y: number): number | undefined {
  const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
  const at = rows.findIndex(({ top, bottom }) => y >= top && y < bottom);
  return at < 0 ? undefined : at;
}

interface BannerRowProps {
  banner: DraftBanner;
  tried: boolean;
  onChange: (fields: Partial<DraftBanner>, when: SaveWhen) => void;
  onActivate: (active: boolean) => void;
  onRemove: () => void;
  /** Moves it up (-1) or down (1). */
  onStep: (by: number) => void;
  /** Moves it to the row at a height of the window. */
  onDragTo: (y: number) => void;
}

function BannerRow({ banner, tried, onChange, onActivate, onRemove, onStep, onDragTo }: BannerRowProps) {
  const texts = useTexts(configsTexts).banners;
  const [left, setLeft] = useState(false);
  const picture = useImageUpload('banner', ({ key, signedUrl }) =>
    onChange({ imageKey: key, imageUrl: signedUrl }, 'now'),
  );
  const bad = !isBannerLink(banner.href);
  return (
    <li className={classes['banner']}>
      <Handle label={texts.move(banner.name)} onStep={onStep} onDragTo={onDragTo} />
      {picture.field}
      <button
        type="button"
        className={classes['picture']}
        data-empty={banner.imageUrl === '' || undefined}
        aria-label={texts.image(banner.name)}
        aria-busy={picture.uploading}
        onClick={picture.choose}
      >
        {banner.imageUrl ? (
          <img src={banner.imageUrl} alt="" />
        ) : (
          <>
            <IconPhotoPlus aria-hidden />
            {texts.size}
          </>
        )}
      </button>
      <div className={classes['bannerWords']}>
        <p className={classes['bannerName']}>{banner.name}</p>
        <TextInput
          aria-label={texts.link(banner.name)}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={banner.href}
          error={(left || tried) && bad ? texts.linkError(shopOrigin()) : undefined}
          onBlur={() => setLeft(true)}
          onChange={({ currentTarget }) => onChange({ href: currentTarget.value.trim() }, 'later')}
        />
      </div>
      <Switch
        checked={banner.active}
        label={texts.active}
        aria-label={texts.activeOf(banner.name)}
        onChange={({ currentTarget }) => onActivate(currentTarget.checked)}
      />
      <ActionIcon aria-label={texts.remove(banner.name)} onClick={onRemove}>
        <IconTrash aria-hidden />
      </ActionIcon>
    </li>
  );
}

interface HandleProps {
  label: string;
  onStep: (by: number) => void;
  onDragTo: (y: number) => void;
}

const arrows: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves a row by dragging, with a mouse or a finger, and by the arrow keys. */
function Handle({ label, onStep, onDragTo }: HandleProps) {
  const [dragging, setDragging] = useState(false);
  function step(event: KeyboardEvent) {
    const by = arrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onStep(by);
  }
  const follow = useEffectEvent(({ clientY }: globalThis.PointerEvent) => onDragTo(clientY));
  useEffect(() => {
    if (!dragging) return undefined;
    // A row that moves in the page loses a capture of the pointer, so the window follows it.
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => setDragging(false);
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    return () => ended.abort();
  }, [dragging]);
  return (
    <button
      type="button"
      className={classes['handle']}
      aria-label={label}
      data-dragging={dragging || undefined}
      onKeyDown={step}
      onPointerDown={({ button }) => setDragging(button === 0)}
    >
      <IconGripVertical aria-hidden />
    </button>
  );
}
