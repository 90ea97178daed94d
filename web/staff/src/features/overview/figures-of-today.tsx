import { Figure, Figures } from '@/figures/figures';
import type { Overview } from '@/overview/overview-queries';
import { Amount } from '@shared/format/amount';
import { percent } from '@shared/format/percent';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { overviewTexts } from './overview-texts';

/** The orders that ended since midnight, and what was sold for those who may see it. */
export function FiguresOfToday({ today }: { today: Overview['today'] }) {
  const texts = useTexts(overviewTexts);
  const ended = today.success + today.failed + today.reversed;
  const { sold } = today;
  return (
    <Figures label={texts.today}>
      <Figure
        name={texts.ended}
        value={groupThousands(ended)}
        note={today.complete ? texts.deliveredNote(groupThousands(today.success)) : texts.incomplete}
      />
      {sold && (
        <>
          <Figure name={texts.sold} value={<Amount value={sold.amount} prefix="Rp" />} note={texts.soldNote} />
          <Figure
            name={texts.margin}
            value={<Amount value={sold.margin} prefix="Rp" />}
            note={sold.margin < 0 ? undefined : texts.marginNote(percent(sold.margin, sold.amount))}
          />
        </>
      )}
      <Figure
        name={texts.rate}
        value={ended === 0 ? '—' : percent(today.success, ended)}
        note={texts.failedNote(groupThousands(today.failed), groupThousands(today.reversed))}
      />
    </Figures>
  );
}
