import { Button } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

import files from '../files/files.module.css';
import { reconciliationTexts } from './reconciliation-texts';

const ReconciliationDialog = lazyDialog(async () => (await import('./reconciliation-dialog')).ReconciliationDialog);

/** Where a day's books are compared. */
export function ReconciliationCard() {
  const texts = useTexts(reconciliationTexts);
  const [opened, setOpened] = useState(false);
  return (
    <section className={files['card']} aria-labelledby="reconciliation-title">
      <h2 id="reconciliation-title" className={files['title']}>
        {texts.title}
      </h2>
      <p className={files['hint']}>{texts.hint}</p>
      <Button
        variant="default"
        size={useIsNarrow() ? 'lg' : 'md'}
        leftSection={<IconGitCompare aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {texts.open}
      </Button>
      <ReconciliationDialog opened={opened} onClose={() => setOpened(false)} />
    </section>
  );
}
