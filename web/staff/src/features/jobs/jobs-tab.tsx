import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';

import { ShowMore } from '@/lists/show-more';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { Shortened, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { useList } from '@shared/table/use-list';

import { type Job, type JobAct, jobsOptions } from './job-queries';
import { jobTexts } from './job-texts';
import classes from './jobs.module.css';

const JobDialog = lazyDialog(async () => (await import('./job-dialogs')).JobDialog);

/** What one of staff is about to do with a job. */
export interface JobStep {
  job: Job;
  act: JobAct;
}

const ActContext = createContext<(step: JobStep) => void>(() => undefined);

const head = columnHead(jobTexts, 'columns');

const columns: ListColumns<Job> = [
  {
    id: 'kind',
    header: head('kind'),
    cell: (job) => <Kind job={job} />,
    look: { width: 15, skeleton: 'two-lines', phone: 'title' },
  },
  { id: 'error', header: head('error'), cell: ({ error }) => <Shortened>{error}</Shortened>, look: { phone: 'plain' } },
  {
    id: 'arguments',
    header: head('arguments'),
    cell: (job) => <Shortened>{job.arguments}</Shortened>,
  },
  {
    id: 'at',
    header: head('at'),
    cell: ({ givenUpAt }) => <DateCell at={givenUpAt} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (job) => <Buttons job={job} />,
    look: { width: 13, align: 'end', phone: 'end' },
  },
];

function Kind({ job: { kind, id, attempts } }: { job: Job }) {
  const texts = useTexts(jobTexts);
  return <TwoLines caption={`${id} · ${texts.attempts(attempts)}`}>{kind}</TwoLines>;
}

function Buttons({ job }: { job: Job }) {
  const texts = useTexts(jobTexts);
  const ask = use(ActContext);
  return (
    <span className={classes['buttons']}>
      <Button
        variant="default"
        size="sm"
        aria-label={texts.retryOf(job.kind, job.id)}
        onClick={() => ask({ job, act: 'retry' })}
      >
        {texts.retry}
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={texts.dropOf(job.kind, job.id)}
        onClick={() => ask({ job, act: 'drop' })}
      >
        {texts.drop}
      </Button>
    </span>
  );
}

/** The jobs that were given up, to be tried again or dropped. */
export function JobsTab() {
  const texts = useTexts(jobTexts);
  const list = useInfiniteQuery(jobsOptions());
  const { view } = useList(
    list,
    list.data?.pages.flatMap(({ data }) => data),
    {
      failed: texts.failed,
      empty: (
        <ListNotice icon={IconTool} title={texts.none}>
          {texts.noneText}
        </ListNotice>
      ),
    },
  );
  const [step, setStep] = useState<JobStep>();
  return (
    <ActContext value={setStep}>
      <DataTable
        label={texts.table}
        columns={columns}
        view={view}
        rowId={({ id }) => id}
        lines={2}
        skeletonRows={3}
        minWidth={66}
        footer={<ShowMore list={list} />}
      />
      <JobDialog step={step} onClose={() => setStep(undefined)} />
    </ActContext>
  );
}
