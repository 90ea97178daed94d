import { Button } from '@mantine/core';
import { IconPlus, IconRulerMeasure } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import lists from '@/lists/lists.module.css';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { DataTable } from '@shared/table/data-table';
import { useList } from '@shared/table/use-list';
import { CardHead } from '@shared/ui/card';

import { RuleContext, ruleColumns } from './rule-columns';
import type { RuleStart } from './rule-dialog';
import { rulesOptions } from './rule-queries';
import { ruleTexts } from './rule-texts';

const RuleDialog = lazyDialog(async () => (await import('./rule-dialog')).RuleDialog);

const fewRows = 3;

/** The rules by which prices follow costs. */
export function RulesTab() {
  const texts = useTexts(ruleTexts);
  const query = useQuery(rulesOptions());
  const allowed = useHasPermission(permission.productPrice);
  const [start, setStart] = useState<RuleStart>();
  const { view } = useList(query, query.data?.data, {
    failed: texts.failed,
    empty: (
      <ListNotice icon={IconRulerMeasure} title={texts.none.title}>
        {texts.none.text}
      </ListNotice>
    ),
  });
  return (
    <RuleContext value={(act, rule) => setStart({ act, rule })}>
      <div className={lists['compact']}>
        <DataTable
          label={texts.title}
          head={
            <CardHead
              title={texts.title}
              hint={texts.order}
              action={
                allowed && (
                  <Button
                    variant="default"
                    leftSection={<IconPlus aria-hidden />}
                    onClick={() => setStart({ act: 'edit', rule: undefined })}
                  >
                    {texts.add}
                  </Button>
                )
              }
            />
          }
          columns={ruleColumns}
          view={view}
          rowId={({ id }) => id}
          lines={2}
          skeletonRows={fewRows}
          minWidth={60}
          footer={null}
        />
      </div>
      <RuleDialog start={start} onClose={() => setStart(undefined)} />
    </RuleContext>
  );
}
