import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

import { useIsNarrow } from '@shared/ui/use-is-narrow';

import { NoticeBox } from './notice-box';
import { shownNotices, watchNotices } from './notice-store';
import classes from './notices.module.css';

interface Region {
  id: string;
  /** It also shows successes, which otherwise stand in the header: in pages without one, and on phones. */
  showsAll: boolean;
}

let regions: readonly Region[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Region[]): void {
  regions = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns where errors are shown now: the place that was mounted last. */
export function useNoticePlace(): Region | undefined {
  return useSyncExternalStore(subscribe, () => regions.at(-1));
}

/** Scrolls the page if the element that was just used lies behind the notices, which stay in sight while it scrolls. */
function uncover(region: Element): void {
  const used = document.activeElement;
  if (!used || used === document.body || !region.parentElement?.contains(used) || region.contains(used)) return;
  const { bottom, top } = region.getBoundingClientRect();
  const box = used.getBoundingClientRect();
  if (box.top < bottom && box.bottom > top) window.scrollBy({ top: box.top - bottom, behavior: 'instant' });
}

interface NoticePlaceProps {
  /** `page` is below the header of the page, `overlay` below the head of a dialog, `plain` in a page without a header. */
  kind: 'page' | 'overlay' | 'plain';
}

/**
 * Where notices stand: in the flow of the page, or of the dialog or drawer that is on top, so that they cover nothing.
 * They stay in sight while it scrolls.
 */
export function NoticePlace({ kind }: NoticePlaceProps) {
  const id = useId();
  // The header of a phone has no room for more than a few words.
  const narrow = useIsNarrow();
  const showsAll = kind === 'plain' || narrow;
  const element = useRef<HTMLDivElement>(null);
  const onTop = useNoticePlace()?.id === id;
  const shown = useSyncExternalStore(watchNotices, shownNotices);
  useLayoutEffect(() => {
    change([...regions, { id, showsAll }]);
    return () => change(regions.filter((region) => region.id !== id));
  }, [id, showsAll]);
  const here = onTop ? shown.filter((notice) => showsAll || notice.kind === 'error') : [];
  const last = here.at(-1)?.key;
  useEffect(() => {
    if (last !== undefined && element.current) uncover(element.current);
  }, [last]);
  if (here.length === 0) return null;
  return (
    <div ref={element} className={classes['place']} data-kind={kind}>
      {here.map((notice) => (
        <NoticeBox key={notice.key} notice={notice} />
      ))}
    </div>
  );
}
