import { Button } from '@mantine/core';
import { useState } from 'react';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useZones } from '@shared/format/display-zone';
import { emptyMark, formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';

import { productPageTexts } from './product-page-texts';
import type { ProductDetail } from './product-queries';
import classes from './products.module.css';

const ProblemDialog = lazyDialog(async () => (await import('./problem-dialog')).ProblemDialog);
const EndProblemDialog = lazyDialog(async () => (await import('./problem-dialog')).EndProblemDialog);

/** The problem that a product has, or will have. */
export function ProblemCard({ product }: { product: ProductDetail }) {
  const texts = useTexts(productPageTexts).problem;
  const allowed = useHasPermission(permission.productProblem);
  const [opened, setOpened] = useState<'start' | 'end'>();
  const close = () => setOpened(undefined);
  const exists = product.problem || product.problemFrom !== null;
  return (
    <Card title={texts.title} hint={exists ? (product.problem ? texts.now : texts.later) : texts.none}>
      {exists && <ProblemFacts product={product} />}
      {allowed && (
        <div className={classes['buttons']}>
          <Button variant="default" onClick={() => setOpened('start')}>
            {exists ? texts.change : texts.report}
          </Button>
          {exists && (
            <Button variant="default" onClick={() => setOpened('end')}>
              {texts.end}
            </Button>
          )}
        </div>
      )}
      <ProblemDialog opened={opened === 'start'} onClose={close} product={product} />
      <EndProblemDialog opened={opened === 'end'} onClose={close} product={product} />
    </Card>
  );
}

function ProblemFacts({ product }: { product: ProductDetail }) {
  const texts = useTexts(productPageTexts).problem;
  const language = useLanguage();
  const { shown } = useZones();
  const { problem, problemFrom, problemUntil, problemText, problemTextId } = product;
  const when = (at: string) => formatDateTime(at, shown, language);
  return (
    <Facts>
      <Fact name={texts.english}>{problemText || emptyMark}</Fact>
      <Fact name={texts.indonesian}>{problemTextId || emptyMark}</Fact>
      {problemFrom !== null && <Fact name={problem ? texts.since : texts.begins}>{when(problemFrom)}</Fact>}
      <Fact name={texts.ends}>{problemUntil === null ? texts.endsByHand : when(problemUntil)}</Fact>
    </Facts>
  );
}
