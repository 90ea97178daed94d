import { Button } from '@mantine/core';
import { IconExternalLink, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { useTexts } from '@shared/i18n/texts';
import { PhoneSheet } from '@shared/overlay/phone-sheet';
import {
  isReadyMessage,
  previewAddress,
  previewMessage,
  previewQuery,
  type PreviewScreen,
  previewScreens,
} from '@shared/shop/preview';
import type { Theme } from '@shared/shop/theme';
import { useIsNarrow } from '@shared/ui/use-is-narrow';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { useCurrentUser } from '@/session/current-user';

import type { ShopDraft } from '../configs/shop-draft';
import { shopOperatorsOptions } from '../connect-queries';
import { shopOrigin } from '../shop-link';
import { previewDataOf } from './preview-data';
import { previewTexts } from './preview-texts';
import classes from './preview.module.css';

interface ShopPreviewProps {
  draft: ShopDraft;
  /** The screen that has what is edited; it can be changed. */
  editedScreen?: PreviewScreen | undefined;
  /** In a window of its own: as wide as the page, without the link to such a window. */
  alone?: boolean;
}

/** The shop as it is edited, in a phone beside the forms. Phones open it by a button. */
export function ShopPreview({ draft, editedScreen }: ShopPreviewProps) {
  const texts = useTexts(previewTexts);
  const narrow = useIsNarrow();
  const [opened, setOpened] = useState(false);
  if (!narrow) {
    return (
      <section className={classes['side']} aria-label={texts.title}>
        <PhonePreview draft={draft} editedScreen={editedScreen} />
      </section>
    );
  }
  return (
    <>
      <Button
        size="lg"
        variant="default"
        fullWidth
        leftSection={<IconEye aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {texts.open}
      </Button>
      <PhoneSheet
        opened={opened}
        onClose={() => setOpened(false)}
        title={texts.title}
        closeLabel={texts.close}
        size="full"
      >
        <div className={classes['sheet']}>
          <PhonePreview draft={draft} editedScreen={editedScreen} />
        </div>
      </PhoneSheet>
    </>
  );
}

/** The frame with the shop's own pages, and the choice of the screen. */
export function PhonePreview({ draft, editedScreen, alone = false }: ShopPreviewProps) {
  const texts = useTexts(previewTexts);
  const id = useId();
  const [choice, setChoice] = useState<{ editedScreen: PreviewScreen | undefined; screen: PreviewScreen }>();
  // A choice holds until something else is edited.
  const screen = choice?.editedScreen === editedScreen && choice ? choice.screen : (editedScreen ?? 'home');
  const code = useCurrentUser()?.Client.code ?? '';
  return (
    <>
      <div className={classes['head']}>
        {alone ? null : <span className={classes['title']}>{texts.title}</span>}
        <label className={classes['label']} htmlFor={id}>
          {texts.screen}
        </label>
        <SelectField
          id={id}
          options={previewScreens.map((value) => ({ value, label: texts.screens[value] }))}
          value={screen}
          onChange={(next) => setChoice({ editedScreen, screen: next })}
        />
      </div>
      <div className={classes[alone ? 'wide' : 'phone']}>
        <Frame draft={draft} screen={screen} code={code} />
      </div>
      {alone ? null : (
        <a className={classes['window']} href={windowAddress(screen, draft.theme)} target="_blank" rel="noreferrer">
          <IconExternalLink aria-hidden />
          {texts.newWindow}
        </a>
      )}
    </>
  );
}

/**
 * The address of a window with the preview. It is a page of the dashboard: the pages of the shop know one's own shop
 * from the dashboard alone.
 */
function windowAddress(screen: PreviewScreen, theme: Theme): string {
  return `/external/connect/settings/preview?${previewQuery(theme)}&screen=${screen}`;
}

/**
 * The pages run in a sandbox with an origin of their own, which nobody can name. So messages go to any origin, and are
 * taken from this frame's window alone.
 */
function Frame({ draft, screen, code }: { draft: ShopDraft; screen: PreviewScreen; code: string }) {
  const texts = useTexts(previewTexts);
  const names = useTexts(operatorTypeTexts);
  const { data: operators = [] } = useQuery(shopOperatorsOptions());
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(0);
  // The address of the first look; later ones come as messages, without loading the pages again.
  const [address] = useState(() => previewAddress(shopOrigin(), code, screen, draft.theme));

  useEffect(() => {
    function onMessage(event: MessageEvent) {
      if (event.source === frame.current?.contentWindow && isReadyMessage(event.data)) setReady((times) => times + 1);
    }
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);

  useEffect(() => {
    if (ready === 0) return;
    const data = previewDataOf(draft, operators, (type) => operatorTypeName(names, type));
    frame.current?.contentWindow?.postMessage(previewMessage(screen, data), '*');
  }, [ready, screen, draft, operators, names]);

  return (
    <iframe
      ref={frame}
      className={classes['frame']}
      title={texts.frame}
      src={address}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
    />
  );
}
