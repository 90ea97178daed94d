import { Skeleton } from '@mantine/core';
import { IconInfoSquare, IconPalette } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { lazyDialog } from '@shared/overlay/lazy-windows';
import { lazyPart } from '@shared/state/lazy-part';
import { noticeFor } from '@shared/errors/catalogue';
import { useTexts } from '@shared/i18n/texts';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import type { PreviewScreen } from '@shared/shop/preview';
import type { Theme } from '@shared/shop/theme';
import { permission } from '@/session/permissions';

import type { ShopConfig } from '../connect-queries';
import { shopOrigin } from '../shop-link';
import { MainButton, useOpenNextStep, WizardFrame, WizardStep } from '../wizard/wizard-frame';
import { tabs } from './configs-search';
import { configsTexts } from './configs-texts';
import classes from './configs.module.css';
import { ContactForm } from './contact-form';
import { isBannerLink, isContact } from './shop-draft';
import { SaveStateText } from './save-state';
import { useAutosave } from './use-autosave';
import { WebInfo } from './web-info';

const route = getRouteApi('/_app/connect_/settings/configs');

// Not part of the first load: the preview comes beside the form, the rest when it is opened.
const ShopPreview = lazyPart(
  async () => (await import('../preview/shop-preview')).ShopPreview,
  <Skeleton height="24rem" />,
);
const CustomWeb = lazyPart(async () => (await import('./custom-web')).CustomWeb, <Skeleton height="24rem" />);
const ConflictDialog = lazyDialog(async () => (await import('./conflict-dialog')).ConflictDialog);

/** The first step of the wizard: name, logo, theme, banners and popular products, with a live preview. */
export function ConfigsPage() {
  return (
    <WizardStep step="configs" permission={permission.shopManage}>
      {(config) => <Configs config={config} />}
    </WizardStep>
  );
}

const tabIcons = { 'web-info': IconInfoSquare, 'custom-web': IconPalette };

function Configs({ config }: { config: ShopConfig | null }) {
  const texts = useTexts(configsTexts);
  const { tab = 'web-info' } = route.useSearch();
  const { saver, state } = useAutosave(config);
  const openNextStep = useOpenNextStep('configs');
  const [hasUnsaved, setHasUnsaved] = useState(false);
  const [saving, setSaving] = useState(false);
  const [showErrors, setShowErrors] = useState(false);
  const navigate = useNavigate();
  const notice = useErrorNotice();
  // A theme that is being chosen is shown before it is applied.
  const [trial, setTrial] = useState<Theme>();
  const [screen, setScreen] = useState<PreviewScreen>();
  const { draft, base } = state;
  const published = base?.isPublished === true;

  async function next() {
    setHasUnsaved(true);
    setShowErrors(true);
    notice.end();
    if (draft.name.trim() === '') notice.show({ title: texts.nameToast });
    if (draft.logoKey === '') notice.show({ title: texts.logoToast });
    if (draft.name.trim() === '' || draft.logoKey === '') return;
    if (draft.banners.some(({ href }) => !isBannerLink(href))) {
      // It is shown beside the link.
      notice.show({ title: texts.bannerLinkError(shopOrigin()) });
      await navigate({ to: '.', search: { tab: 'custom-web' }, replace: true, ignoreBlocker: true });
      return;
    }
    if (!isContact(draft)) {
      notice.show({ title: texts.contact.error });
      await navigate({ to: '.', search: { tab: 'web-info' }, replace: true, ignoreBlocker: true });
      return;
    }
    setSaving(true);
    const saved = await saver.flush();
    setSaving(false);
    if (saved) await openNextStep(published, trial !== undefined);
    else await sayWhy();
  }

  /** Says why the step can't be left, and shows the field. */
  async function sayWhy() {
    const { phase, refused, error } = saver.current();
    const [first] = refused;
    if (first) {
      notice.show({ title: texts.refused, text: first.reason });
      const there =
        first.key === 'name' || first.key === 'logo' || first.key.startsWith('contact') ? 'web-info' : 'custom-web';
      await navigate({ to: '.', search: { tab: there }, replace: true, ignoreBlocker: true });
    } else if (phase === 'failed') notice.show({ title: texts.refused, text: noticeFor(error).text });
  }

  return (
    <WizardFrame
      step="configs"
      config={base}
      state={<SaveStateText state={state} onRetry={() => void saver.flush()} />}
      actions={<MainButton published={published} saving={saving} onPress={() => void next()} />}
    >
      <div className={classes['page']}>
        <nav className={classes['tabs']} aria-label={texts.tabs.label}>
          {tabs.map((one) => {
            const Icon = tabIcons[one];
            return (
              <Link
                key={one}
                to="/connect/settings/configs"
                search={{ tab: one }}
                replace
                // What is edited is kept, except colours that were not applied.
                ignoreBlocker={trial === undefined}
                className={classes['tab']}
                aria-current={one === tab ? 'page' : undefined}
                data-active={one === tab || undefined}
              >
                <Icon aria-hidden />
                {texts.tabs[one]}
              </Link>
            );
          })}
        </nav>
        <div className={classes['forms']}>
          {tab === 'web-info' ? (
            <>
              <WebInfo
                draft={draft}
                dirty={hasUnsaved}
                refused={state.refused}
                onEdit={(change, when) => {
                  setHasUnsaved(true);
                  saver.edit(change, when);
                }}
              />
              <ContactForm
                contact={draft.contact}
                refused={state.refused}
                onEdit={(change, when) => saver.edit(change, when)}
              />
            </>
          ) : (
            <CustomWeb saver={saver} state={state} showErrors={showErrors} onTrial={setTrial} onScreen={setScreen} />
          )}
        </div>
        <ShopPreview draft={trial ? { ...draft, theme: trial } : draft} editedScreen={screen} />
      </div>
      {state.phase === 'conflict' && (
        <ConflictDialog parts={state.theirs?.parts} onResolve={(whose) => void saver.resolve(whose)} />
      )}
    </WizardFrame>
  );
}
