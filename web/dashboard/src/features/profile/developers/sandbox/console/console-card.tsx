import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { lazyPart } from '@shared/state/lazy-part';
import { Card } from '@shared/ui/card';

import { PanelSkeleton } from '../../panel-skeleton';
import type { ConsoleProps } from './console';
import { consoleTexts } from './console-texts';

// Loaded on demand, because most visits don't open it.
const Console = lazyPart<ConsoleProps>(async () => (await import('./console')).Console, <PanelSkeleton />);

/** The console, which loads when it is opened. */
export function ConsoleCard(props: ConsoleProps) {
  const texts = useTexts(consoleTexts);
  const [opened, setOpened] = useState(false);
  return (
    <Card title={texts.title} hint={texts.hint}>
      {opened ? (
        <Console {...props} />
      ) : (
        <Button variant="default" leftSection={<IconTerminal2 aria-hidden />} onClick={() => setOpened(true)}>
          {texts.open}
        </Button>
      )}
    </Card>
  );
}
