import { useTexts } from '@shared/i18n/texts';
import { ProgressButton } from '@shared/ui/progress-button';

import { clientTexts } from './client-texts';
import classes from './clients.module.css';

interface ShowMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page of a list below the ones before. */
export function ShowMore({ list }: ShowMoreProps) {
  const texts = useTexts(clientTexts);
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
