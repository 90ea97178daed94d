import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';

import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { productTexts } from './product-texts';
import classes from './products.module.css';

interface ProductListFootProps {
  shown: number;
  total: number;
  loading: boolean;
  failed: boolean;
  /** Loads the next page; null if all are shown. */
  onMore: (() => void) | null;
}

/** How far ahead of its end the next rows of the list are loaded. */
const ahead = '600px';

/** The end of the list: how many products are shown. It loads more when it comes near the screen. */
export function ProductListFoot({ shown, total, loading, failed, onMore }: ProductListFootProps) {
  const texts = useTexts(productTexts);
  const foot = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => onMore?.());
  const waits = onMore !== null && !loading && !failed;
  useEffect(() => {
    if (foot.current === null || !waits) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), { rootMargin: ahead });
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [waits]);
  const count = texts.count(groupThousands(shown), groupThousands(total));
  return (
    <div ref={foot} className={classes['footer']}>
      {failed ? texts.moreFailed : <span>{onMore === null ? count : `${count}, ${texts.more}`}</span>}
      {failed && onMore !== null && (
        <Button size="xs" variant="default" leftSection={<IconRefresh aria-hidden />} onClick={onMore}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}
