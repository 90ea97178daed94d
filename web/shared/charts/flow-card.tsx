import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { stateTexts } from '@shared/state/state-texts';
import { ProgressButton } from '@shared/ui/progress-button';

import { FlowChart, FlowTable, type FlowLabels } from './flow-chart';
import classes from './flow-card.module.css';
import type { Flow } from './flow-layout';

interface Heading {
  title: string;
  caption: ReactNode;
}

interface FlowCardProps {
  flows: readonly Flow[];
  labels: FlowLabels;
  /** Above the bars of what came in and went out. */
  heading: Heading;
  /** Above the line of balances. Undefined where the user may not see them. */
  balance: Heading | undefined;
  /** Name of the table with the figures, and the heading of its first column. */
  table: { label: string; head: string };
  /** The state of the load. `failed` is shown in place of the charts. */
  load: { isPending: boolean; isFetching: boolean; hasFailed: boolean; failed: string; retry: () => void };
}

/** What came in and went out by day, and the balance, with the figures of both. */
export function FlowCard({ flows, labels, heading, balance, table, load }: FlowCardProps) {
  const texts = useTexts(stateTexts);
  return (
    <section className={classes['card']} aria-label={heading.title} aria-busy={load.isPending}>
      {load.hasFailed ? (
        <p className={classes['failed']} role="status">
          {load.failed}
          <ProgressButton
            variant="default"
            size="sm"
            sending={load.isFetching}
            sendingLabel={texts.retrying}
            onPress={load.retry}
          >
            {texts.retry}
          </ProgressButton>
        </p>
      ) : (
        <div className={classes['charts']}>
          <div className={classes['chart']}>
            <h2 className={classes['title']}>
              {heading.title} <span className={classes['caption']}>{heading.caption}</span>
            </h2>
            <FlowChart label={heading.title} flows={flows} kind="flows" labels={labels} />
          </div>
          {balance && (
            <div className={classes['chart']}>
              <h2 className={classes['title']}>
                {balance.title} <span className={classes['caption']}>{balance.caption}</span>
              </h2>
              <FlowChart label={balance.title} flows={flows} kind="balance" labels={labels} />
            </div>
          )}
          <FlowTable
            label={table.label}
            head={table.head}
            flows={flows}
            labels={labels}
            balances={balance !== undefined}
          />
        </div>
      )}
    </section>
  );
}
