import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { isUnauthenticated } from '@shared/api/problem';
import { useTexts } from '@shared/i18n/texts';
import { notifyError } from '@shared/notify/notify';

import { topupSettingsOptions } from './topup-queries';
import { topupTexts } from './topup-texts';

/** Loads the settings of top-ups by bank transfer, and tells of a failure by a notice until they are loaded. */
export function useTopupSettings() {
  const load = useQuery(topupSettingsOptions());
  const { settingsFailed } = useTexts(topupTexts);
  const failed = load.isError && !isUnauthenticated(load.error);
  useEffect(() => (failed ? notifyError({ title: settingsFailed }) : undefined), [failed, settingsFailed]);
  return load;
}
