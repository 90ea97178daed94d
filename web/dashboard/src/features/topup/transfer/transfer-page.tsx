import { IconClock, IconHash, IconLock, IconWallet } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';

import { Page } from '@shared/app/page';
import { useRedirectWithNotice } from '@shared/errors/use-redirect-with-notice';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { subPageTexts } from '@/navigation/sub-pages';

import { InfoCard } from '../info-card';
import { topupTexts } from '../topup-texts';
import shared from '../topup.module.css';
import { useTopupSettings } from '../use-topup-settings';
import { TransferForm } from './transfer-form';
import { transferTexts } from './transfer-texts';

/** A new top-up by bank transfer with a unique amount, for clients that have the feature. */
export function TransferPage() {
  const { title } = useTexts(subPageTexts)['bank-transfer'];
  const { data: settings } = useTopupSettings();
  return (
    <div className={shared['page']}>
      <Page title={title}>
        {settings?.unique_amount_for_client_enabled === false ? (
          <NoPermission />
        ) : (
          <div className={shared['columns']}>
            <TransferForm settings={settings} />
            <HowItWorks />
          </div>
        )}
      </Page>
    </div>
  );
}

function NoPermission() {
  const texts = useTexts(transferTexts);
  const { error } = useTexts(topupTexts);
  const navigate = useNavigate();
  useRedirectWithNotice(
    { title: error, text: texts.noPermission },
    () => void navigate({ to: '/deposit', replace: true }),
  );
  return (
    <div className={shared['card']}>
      <ListNotice icon={IconLock} title={texts.noPermissionText} />
    </div>
  );
}

function HowItWorks() {
  const { howTitle, how } = useTexts(transferTexts);
  const points = [
    { icon: IconHash, text: how.digits },
    { icon: IconClock, text: how.time },
    { icon: IconWallet, text: how.credit },
  ];
  return <InfoCard title={howTitle} points={points} />;
}
