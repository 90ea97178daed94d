import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { runtimeConfig } from '@shared/config/runtime-config';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { DevelopersFrame } from '../developers-frame';
import { PanelSkeleton } from '../panel-skeleton';
import { ConsoleCard } from './console/console-card';
import { PayLater } from './pay-later';
import { SandboxClock } from './sandbox-clock';
import { SandboxNumbers } from './sandbox-numbers';
import { sandboxOptions } from './sandbox-queries';
import { SandboxSwitchCard } from './sandbox-switch-card';
import { sandboxTexts } from './sandbox-texts';
import { TestKeys } from './test-keys';
import { TestMoney } from './test-money';
import { WaitingOrders } from './waiting-orders';

/** The client's sandbox: its keys, its money, the orders that wait, and a console. */
export function SandboxPage() {
  return (
    <DevelopersFrame>
      <SandboxParts />
    </DevelopersFrame>
  );
}

function SandboxParts() {
  const texts = useTexts(sandboxTexts);
  const load = useQuery(sandboxOptions());
  const failure = useFailure(load);
  // In memory alone: it is gone when the page closes.
  const [testKey, setTestKey] = useState('');
  const { data: sandbox } = load;
  if (failure !== null) {
    const again = () => void load.refetch();
    return <LoadFailed title={texts.loadFailed} error={failure} retrying={load.isFetching} onRetry={again} />;
  }
  if (!sandbox) return <PanelSkeleton />;
  return (
    <>
      <SandboxSwitchCard open={sandbox.open} />
      <TestKeys onMade={setTestKey} />
      {sandbox.open && (
        <>
          <WaitingOrders orders={sandbox.waiting} />
          <TestMoney wallets={sandbox.wallets} />
          <SandboxClock clock={sandbox.clock} />
          {runtimeConfig.flags.settlement && <PayLater settlement={sandbox.settlement} unpaid={sandbox.unpaid} />}
        </>
      )}
      <ConsoleCard testKey={testKey} onTestKey={setTestKey} />
      <SandboxNumbers numbers={sandbox.numbers} />
    </>
  );
}
