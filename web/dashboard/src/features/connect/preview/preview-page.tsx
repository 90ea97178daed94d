import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { previewScreens, readPreviewQuery } from '@shared/shop/preview';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { subPageTexts } from '@/navigation/sub-pages';
import { feature } from '@/session/permissions';
import { Page } from '@shared/app/page';

import { draftOf } from '../configs/shop-draft';
import { shopConfigOptions } from '../connect-queries';
import { wizardTexts } from '../wizard/wizard-texts';
import { PhonePreview } from './shop-preview';

/** The preview in a window of its own: one's own shop as it is stored, in the colours that the address has. */
export function PreviewPage() {
  const { title } = useTexts(subPageTexts).preview;
  return (
    <Page title={title} needs={{ feature: feature.connect }}>
      <StoredShop />
    </Page>
  );
}

function StoredShop() {
  const texts = useTexts(wizardTexts);
  const [addressSearch] = useState(() => new URLSearchParams(window.location.search));
  const load = useQuery(shopConfigOptions());
  const failure = useFailure(load);
  const { data: config, isFetching, refetch } = load;
  if (config === undefined) {
    if (failure === null) return <Skeleton height="42rem" />;
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  const draft = draftOf(config);
  const theme = { ...draft.theme, ...readPreviewQuery(addressSearch.toString()) };
  const linkedScreen = previewScreens.find((one) => one === addressSearch.get('screen'));
  return <PhonePreview draft={{ ...draft, theme }} editedScreen={linkedScreen} alone />;
}
