import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

import { ActionIcon, Switch, TextInput } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { shopOrigin } from '../shop-link';
import type { SaveWhen } from './autosave';
import { BannerHandle } from './banner-handle';
import { configsTexts } from './configs-texts';
import { customWebTexts } from './custom-web-texts';
import classes from './custom-web.module.css';
import { type DraftBanner, isBannerLink, limits } from './shop-draft';
import { reasonOf, type Refusal } from './refusals';
import { useImageUpload } from './use-image-upload';

interface BannerRowProps {
  banner: DraftBanner;
  /** Its position from 1, for the name of its name field. */
  position: number;
  /** Whether the step was to be left: links that cannot be saved are shown. */
  showErrors: boolean;
  refused: readonly Refusal[];
  onChange: (fields: Partial<DraftBanner>, when: SaveWhen) => void;
  /** Gives a banner without a name one. */
  onName: () => void;
  onActivate: (active: boolean) => void;
  onRemove: () => void;
  /** Moves it up (-1) or down (1). */
  onStep: (by: number) => void;
  /** Moves it to the row at a height of the window. */
  onDragTo: (y: number) => void;
}

/** A banner: its picture, its name, its link, and whether it is shown. */
export function BannerRow(props: BannerRowProps) {
  const { banner, position, showErrors, refused, onChange, onName, onActivate, onRemove, onStep, onDragTo } = props;
  const texts = useTexts(customWebTexts).banners;
  const { bannerLinkError } = useTexts(configsTexts);
  const [left, setLeft] = useState(false);
  const picture = useImageUpload('banner', ({ key, signedUrl }) =>
    onChange({ imageKey: key, imageUrl: signedUrl }, 'now'),
  );
  const bad = !isBannerLink(banner.href);
  const imageRefused = reasonOf(refused, `banner ${banner.id} imageKey`);
  return (
    <li className={classes['banner']} data-banner={banner.id}>
      <BannerHandle label={texts.move(banner.name)} onStep={onStep} onDragTo={onDragTo} />
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
        <TextInput
          aria-label={texts.nameField(position)}
          title={texts.nameHint}
          maxLength={limits.bannerName}
          autoComplete="off"
          data-field="name"
          value={banner.name}
          error={reasonOf(refused, `banner ${banner.id} name`) ?? imageRefused}
          onBlur={() => banner.name.trim() === '' && onName()}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value }, 'later')}
        />
        <TextInput
          aria-label={texts.link(banner.name)}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={banner.href}
          error={
            (left || showErrors) && bad ? bannerLinkError(shopOrigin()) : reasonOf(refused, `banner ${banner.id} href`)
          }
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
      <ActionIcon data-field="remove" aria-label={texts.remove(banner.name)} onClick={onRemove}>
        <IconTrash aria-hidden />
      </ActionIcon>
    </li>
  );
}
