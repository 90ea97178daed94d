import { IconChevronRight, IconPaint, IconSquareRounded, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { readColour, toHex } from '@shared/shop/colour';
import type { PreviewScreen } from '@shared/shop/preview';
import type { Theme } from '@shared/shop/theme';
import { Note } from '@shared/ui/note';

import type { Autosave, SaveState } from './autosave';
import { Banners } from './banners';
import { customWebTexts } from './custom-web-texts';
import classes from './custom-web.module.css';
import { reasonOf } from './refusals';
import { Popular } from './popular';
import { ButtonForm, ColorForm } from './theme-forms';

interface CustomWebProps {
  saver: Autosave;
  state: SaveState;
  /** Whether the step was to be left. */
  showErrors: boolean;
  /** Shows a theme that is being chosen; undefined shows the draft's. */
  onTrial: (theme: Theme | undefined) => void;
  /** Shows the screen that has what is chosen: only that of a product has buttons. */
  onScreen: (screen: PreviewScreen | undefined) => void;
}

/** Colours, buttons, banners and popular products. */
export function CustomWeb({ saver, state, showErrors, onTrial, onScreen }: CustomWebProps) {
  const texts = useTexts(customWebTexts);
  const [form, setForm] = useState<'color' | 'button'>();
  // The entry of a form that was left has the focus again.
  const [left, setLeft] = useState<'color' | 'button'>();
  const { draft, base, refused } = state;
  const notice = useErrorNotice();
  const published = base?.isPublished === true;
  // A theme that was not applied is not shown any more after its form was left.
  useEffect(
    () => () => {
      onTrial(undefined);
      onScreen(undefined);
    },
    [onTrial, onScreen],
  );

  async function apply(theme: Theme, done: string) {
    notice.end();
    saver.edit({ theme }, published ? 'held' : 'now');
    if (published || (await saver.flush())) {
      notifySuccess(done);
      close();
    } else if (saver.current().phase !== 'conflict')
      notice.show({ title: texts.applyFailed, text: reasonOf(saver.current().refused, 'theme') });
  }

  function open(next: 'color' | 'button') {
    setForm(next);
    onScreen(next === 'button' ? 'product_detail' : undefined);
  }

  function close() {
    onTrial(undefined);
    onScreen(undefined);
    setLeft(form);
    setForm(undefined);
  }

  if (form !== undefined) {
    const Form = form === 'color' ? ColorForm : ButtonForm;
    return (
      <Form
        theme={draft.theme}
        applyLabel={published ? texts.applyPreview : texts.applySave}
        onTrial={onTrial}
        onApply={(theme) => apply(theme, form === 'color' ? texts.colorApplied : texts.buttonApplied)}
        onBack={close}
      />
    );
  }
  const { theme } = draft;
  const themeRefused = reasonOf(refused, 'theme');
  return (
    <>
      <div className={classes['entries']}>
        <Entry
          icon={IconPaint}
          name={texts.colorTheme}
          colors={[theme.primary, theme.foreground, theme.background, theme.card]}
          focused={left === 'color'}
          onOpen={() => open('color')}
        />
        <Entry
          icon={IconSquareRounded}
          name={texts.buttonTheme}
          colors={[theme.primaryBgButton, theme.secondaryBgButton]}
          focused={left === 'button'}
          onOpen={() => open('button')}
        />
      </div>
      {themeRefused === undefined ? null : (
        <Note tone="warning" live>
          {themeRefused}
        </Note>
      )}
      <Banners
        draft={draft}
        refused={refused}
        showErrors={showErrors}
        onEdit={(edit, when) => saver.edit({ banners: edit(saver.current().draft.banners) }, when)}
      />
      <Popular
        popular={draft.popular}
        stored={base?.topOperators ?? []}
        refused={reasonOf(refused, 'popular')}
        onEdit={(popular) => saver.edit({ popular }, 'now')}
      />
    </>
  );
}

interface EntryProps {
  icon: TablerIcon;
  name: string;
  colors: string[];
  /** Gets the focus when it comes back. */
  focused: boolean;
  onOpen: () => void;
}

function Entry({ icon: Icon, name, colors, focused, onOpen }: EntryProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <button ref={button} type="button" className={classes['entry']} onClick={onOpen}>
      <Icon aria-hidden />
      <span className={classes['entryName']}>{name}</span>
      <span className={classes['swatches']} aria-hidden>
        {colors.map((color, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- colours have no other name
          <Swatch key={index} color={color} />
        ))}
      </span>
      <IconChevronRight aria-hidden />
    </button>
  );
}

/** A colour as an SVG: its value is a number's text, never a style. */
function Swatch({ color }: { color: string }) {
  const read = readColour(color);
  return (
    <svg className={classes['swatch']} viewBox="0 0 20 20">
      <rect width="20" height="20" fill={read ? toHex(read) : 'none'} />
    </svg>
  );
}
