import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { DrawerPart, SideDrawer } from '@shared/overlay/side-drawer';
import { Tag } from '@shared/ui/tag';
import { OngoingTopups, useOngoingTopups } from '@/wallet/ongoing-topups';

import { depositTexts } from './deposit-texts';

/** Opens a drawer with the pending top-ups; the button shows their number. */
export function OngoingButton() {
  const texts = useTexts(depositTexts);
  const [opened, setOpened] = useState(false);
  const count = useOngoingTopups().data?.length ?? 0;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconClock aria-hidden />}
        rightSection={count > 0 ? <Tag>{String(count)}</Tag> : null}
        onClick={() => setOpened(true)}
      >
        {texts.ongoing}
      </Button>
      <SideDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        side="right"
        title={texts.ongoing}
        closeLabel={texts.closeOngoing}
      >
        <DrawerPart>
          <OngoingTopups />
        </DrawerPart>
      </SideDrawer>
    </>
  );
}
