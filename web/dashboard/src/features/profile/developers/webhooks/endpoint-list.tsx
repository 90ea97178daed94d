import { IconPlus, IconWebhook } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { RemovalProvider, useRemoval } from '@shared/overlay/removal';
import { RemovalQuestion } from '@shared/overlay/removal-question';
import { ListNotice } from '@shared/state/list-notice';
import { DataTable } from '@shared/table/data-table';
import { useList } from '@shared/table/use-list';
import { CardHead } from '@shared/ui/card';
import { ProgressButton } from '@shared/ui/progress-button';

import { endpointColumns, ShowEndpoint } from './endpoint-columns';
import { mostWebhooks, removeWebhookOptions, type Webhook } from './webhook-queries';
import { webhookTexts } from './webhook-texts';

interface EndpointListProps {
  endpoints: UseQueryResult<Webhook[]>;
  /** Id of the endpoint that is shown below. */
  shownId: string | undefined;
  onShow: (endpoint: Webhook) => void;
  onAdd: () => void;
}

const idOf = (row: Webhook) => row.id;

/** The endpoints of the client. Choosing one shows it below. */
export function EndpointList({ endpoints, shownId, onShow, onAdd }: EndpointListProps) {
  const { endpoints: texts, remove } = useTexts(webhookTexts);
  const hintId = useId();
  const removal = useRemoval(endpoints.data);
  const used = endpoints.data?.length ?? 0;
  const full = used >= mostWebhooks;
  const { view } = useList(endpoints, endpoints.data, {
    failed: texts.loadFailed,
    empty: (
      <ListNotice icon={IconWebhook} title={texts.none}>
        {texts.noneText}
      </ListNotice>
    ),
  });
  return (
    <RemovalProvider value={removal.ask}>
      <ShowEndpoint value={onShow}>
        <DataTable
          label={texts.title}
          head={
            <CardHead
              id={removal.titleId}
              title={texts.title}
              hint={
                <span id={hintId}>
                  {endpoints.data ? texts.inUse(used, mostWebhooks) : ' '} {full && texts.full}
                </span>
              }
              action={
                <ProgressButton
                  leftSection={<IconPlus aria-hidden />}
                  // Closed instead of disabled, because the dialog of the last secret returns the focus to it.
                  unavailable={full || endpoints.isPending}
                  aria-describedby={hintId}
                  sending={false}
                  sendingLabel={texts.add}
                  onPress={onAdd}
                >
                  {texts.add}
                </ProgressButton>
              }
            />
          }
          columns={endpointColumns}
          view={view}
          rowId={idOf}
          onOpen={onShow}
          openId={shownId}
          lines={1}
          minWidth={52}
          skeletonRows={1}
        />
      </ShowEndpoint>
      <RemovalQuestion
        removal={removal}
        mutation={removeWebhookOptions()}
        texts={{ ...remove, questionText: ({ url }) => remove.questionText(url), removed: () => remove.removed }}
      />
    </RemovalProvider>
  );
}
