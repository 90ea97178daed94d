import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { noticeOptions } from './job-queries';
import { noticeTexts } from './job-texts';
import classes from './jobs.module.css';

const ApplyDialog = lazyDialog(async () => (await import('./job-dialogs')).ApplyDialog);

/** A notice as it came, with what was read from it. */
export function NoticeDetail({ id }: { id: string }) {
  const texts = useTexts(noticeTexts);
  const load = useQuery(noticeOptions(id));
  const failure = useFailure(load);
  const [applying, setApplying] = useState(false);
  const { data: notice, isFetching, refetch } = load;
  if (failure) {
    return (
      <LoadFailed title={texts.detailFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (!notice) return <Skeleton height="12rem" />;
  return (
    <div className={classes['detail']}>
      <Text name={texts.raw} text={notice.raw} />
      <Text name={texts.says} text={notice.says} />
      <div className={classes['foot']}>
        <span className={classes['hint']}>{texts.hidden}</span>
        <Button variant="default" onClick={() => setApplying(true)}>
          {texts.apply}
        </Button>
      </div>
      <ApplyDialog opened={applying} id={id} onClose={() => setApplying(false)} />
    </div>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <section aria-label={name} className={classes['part']}>
      <h3 className={classes['name']}>{name}</h3>
      <pre className={classes['text']}>{text}</pre>
    </section>
  );
}
