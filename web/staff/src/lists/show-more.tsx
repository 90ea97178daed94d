import { defineTexts, useTexts } from '@shared/i18n/texts';
import { ProgressButton } from '@shared/ui/progress-button';

import classes from './lists.module.css';

const moreTexts = defineTexts({
  en: { more: 'Show more', loading: 'Loading…' },
  id: { more: 'Tampilkan lagi', loading: 'Memuat…' },
});

interface ShowMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of a list below the ones before. */
export function ShowMore({ list }: ShowMoreProps) {
  const texts = useTexts(moreTexts);
  if (!list.hasNextPage) return null;
  return (
    <div className={classes['more']}>
      <ProgressButton
        variant="default"
        sending={list.isFetchingNextPage}
        sendingLabel={texts.loading}
        onPress={() => void list.fetchNextPage()}
      >
        {texts.more}
      </ProgressButton>
    </div>
  );
}
