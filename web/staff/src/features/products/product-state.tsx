import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { TwoLines } from '@shared/table/cells';
import { StatusPill } from '@shared/ui/status-pill';

import type { Product } from './product-queries';
import { productTexts } from './product-texts';

/** Whether a product is sold, without a caption. */
export function ProductPill({ product: { active, problem } }: { product: Product }) {
  const texts = useTexts(productTexts).states;
  if (!active) return <StatusPill tone="cancelled">{texts.inactive}</StatusPill>;
  return problem ? (
    <StatusPill tone="failed">{texts.problem}</StatusPill>
  ) : (
    <StatusPill tone="done">{texts.active}</StatusPill>
  );
}

/** Whether a product is sold, and what is said about its problem and its cut-off. */
export function ProductState({ product }: { product: Product }) {
  const texts = useTexts(productTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { problem, problemFrom, problemUntil, cutOff } = product;
  const when = (at: string) => formatDateTime(at, shown, language);
  const captions = [
    problem && problemUntil !== null ? texts.until(when(problemUntil)) : '',
    !problem && problemFrom !== null ? texts.problemFrom(when(problemFrom)) : '',
    cutOff === null ? '' : texts.cutOff(cutOff.from, cutOff.to),
  ].filter((one) => one !== '');
  return (
    <TwoLines caption={captions.length > 0 ? captions.join(' · ') : undefined}>
      <ProductPill product={product} />
    </TwoLines>
  );
}
