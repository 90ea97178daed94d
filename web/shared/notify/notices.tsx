import { useSyncExternalStore } from 'react';

import { NoticeBox } from './notice-box';
import { useNoticePlace } from './notice-place';
import { shownNotices, watchNotices } from './notice-store';
import classes from './notices.module.css';

/**
 * Shows what no place in the page shows: successes, which stand in the empty part of the header, and all notices while a
 * page without a place is open, such as the one after a failure of the app.
 */
export function Notices() {
  const region = useNoticePlace();
  const shown = useSyncExternalStore(watchNotices, shownNotices);
  const here = shown.filter(({ kind }) => !region || (kind === 'success' && !region.showsAll));
  if (here.length === 0) return null;
  return (
    <div className={classes['header']}>
      {here.map((notice) => (
        <NoticeBox key={notice.key} notice={notice} />
      ))}
    </div>
  );
}
