import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useApp } from '@shared/app/app';
import { errorTexts } from '@shared/errors/error-texts';
import { useRedirectWithNotice } from '@shared/errors/use-redirect-with-notice';
import { useTexts } from '@shared/i18n/texts';
import { PageHeader } from '@shared/page/page-header';
import { ListNotice } from '@shared/state/list-notice';

import { useAccess, useAppUser } from './use-account';
import { guardTexts } from './guard-texts';

/** What a user needs to see a page; nothing by default. */
export interface Needs {
  /** A feature of the account. */
  feature?: string | undefined;
  /** A permission id of the user. */
  permission?: number | undefined;
}

interface AccessGuardProps {
  needs: Needs;
  /** The title of the page, while the rest isn't shown. */
  title: string;
  children: ReactNode;
}

/**
 * Shows a page to users who may see it. Users without the feature are told so and sent to the first page of the app;
 * users without the permission read why the page is empty.
 */
export function AccessGuard({ needs: { feature, permission }, title, children }: AccessGuardProps) {
  const access = useAccess(useApp().account);
  if (!access) return <Pending title={title} />;
  if (feature !== undefined && !access.features.includes(feature)) return <TurnedAway feature={feature} />;
  if (permission !== undefined && !access.permissions.includes(permission)) return <Unauthorized title={title} />;
  return children;
}

function Pending({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Skeleton height="24rem" />
    </>
  );
}

function TurnedAway({ feature }: { feature: string }) {
  const texts = useTexts(guardTexts);
  const navigate = useNavigate();
  const { account, landing } = useApp();
  const user = useAppUser(account);
  const isFeature = landing.features.includes(feature);
  useRedirectWithNotice(
    { title: isFeature ? texts.noPermission(feature) : texts.unknown(feature) },
    () => void navigate({ href: landing.home(user), replace: true }),
  );
  return null;
}

function Unauthorized({ title }: { title: string }) {
  const { unauthorized } = useTexts(errorTexts);
  const { askRoot, askOwner } = useTexts(guardTexts);
  const { hasClients } = useApp();
  return (
    <>
      <PageHeader title={title} />
      <ListNotice icon={IconLock} title={unauthorized}>
        {hasClients ? askRoot : askOwner}
      </ListNotice>
    </>
  );
}
