import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconFileText, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';

import { saveFile } from '@shared/api/read-stream';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { ListNotice } from '@shared/state/list-notice';
import { DataTable } from '@shared/table/data-table';
import { PagePager } from '@shared/table/page-pager';
import { SearchField } from '@shared/table/search-field';
import { Card } from '@shared/ui/card';
import { Note } from '@shared/ui/note';

import { importColumns } from './import-columns';
import { applyOptions, type ImportRow, type PriceImport } from './import-queries';
import { changesIn, countsOf, faultyLines, narrowed, type RowKind, rowKinds } from './import-rows';
import { importTexts } from './import-texts';
import countClasses from '@/prices/counts.module.css';
import classes from './prices.module.css';

interface ImportPreviewProps {
  file: { name: string; content: string };
  preview: PriceImport;
  onAnother: () => void;
}

const pageSize = 25;

/** What a file changes, row by row, before it is applied. */
export function ImportPreview({ file, preview, onAnother }: ImportPreviewProps) {
  const texts = useTexts(importTexts);
  const counts = useMemo(() => countsOf(preview.rows), [preview.rows]);
  return (
    <div className={classes['preview']}>
      <Rows rows={preview.rows} counts={counts} />
      <Card title={file.name} hint={texts.nothing}>
        <div className={classes['form']}>
          <Counts counts={counts} />
          {counts.below > 0 && <Note tone="warning">{texts.belowNote(counts.below)}</Note>}
          {counts.error > 0 && <Note>{texts.faultyNote(counts.error)}</Note>}
          <div className={classes['buttons']}>
            {counts.error > 0 && (
              <Button
                variant="default"
                leftSection={<IconDownload aria-hidden />}
                onClick={() => {
                  const text = new TextEncoder().encode(faultyLines(file.content, preview.rows));
                  saveFile([text], 'text/csv', `rows-${file.name}`);
                }}
              >
                {texts.download(counts.error)}
              </Button>
            )}
            <Button variant="default" leftSection={<IconUpload aria-hidden />} onClick={onAnother}>
              {texts.another}
            </Button>
          </div>
          {changesIn(preview.rows) === 0 ? (
            <Note>{texts.noChange}</Note>
          ) : (
            <ApplyForm content={file.content} preview={preview} onApplied={onAnother} />
          )}
        </div>
      </Card>
    </div>
  );
}

function Rows({ rows, counts }: { rows: readonly ImportRow[]; counts: Record<RowKind, number> }) {
  const texts = useTexts(importTexts);
  const [kind, setKind] = useState<RowKind>('all');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const matching = useMemo(() => narrowed(rows, kind, search), [rows, kind, search]);
  const view =
    matching.length === 0
      ? ({ kind: 'notice', notice: <ListNotice icon={IconFileText} title={texts.noMatch} /> } as const)
      : ({
          kind: 'rows',
          rows: matching.slice((page - 1) * pageSize, page * pageSize),
          waiting: false,
        } as const);
  return (
    <div className={classes['rows']}>
      <SearchField
        value={search}
        {...texts.search}
        onSearch={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <div className={classes['kinds']} role="group" aria-label={texts.kindsLabel}>
        {rowKinds
          .filter((one) => one === 'all' || counts[one] > 0)
          .map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === kind ? 'light' : 'default'}
              aria-pressed={one === kind}
              onClick={() => {
                setKind(one);
                setPage(1);
              }}
            >
              {texts.kinds[one]} {groupThousands(counts[one])}
            </Button>
          ))}
      </div>
      <DataTable
        label={texts.table}
        columns={importColumns}
        view={view}
        rowId={({ line }) => String(line)}
        lines={2}
        skeletonRows={pageSize}
        minWidth={54}
        footer={
          <PagePager
            page={page}
            pageSize={pageSize}
            view={view}
            total={matching.length}
            onPage={(next) => setPage(next ?? 1)}
          />
        }
      />
    </div>
  );
}

function Counts({ counts }: { counts: Record<RowKind, number> }) {
  const texts = useTexts(importTexts);
  const parts = rowKinds.filter((kind) => kind !== 'all' && kind !== 'below' && counts[kind] > 0);
  return (
    <dl className={countClasses['counts']}>
      <div data-sum>
        <dt>{texts.rowsRead}</dt>
        <dd>{groupThousands(counts.all)}</dd>
      </div>
      {parts.map((kind) => (
        <div key={kind}>
          <dt>{texts.kinds[kind]}</dt>
          <dd>{groupThousands(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ApplyFormProps {
  content: string;
  preview: PriceImport;
  onApplied: () => void;
}

function ApplyForm({ content, preview, onApplied }: ApplyFormProps) {
  const texts = useTexts(importTexts);
  const count = changesIn(preview.rows);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: applyOptions(content, preview.tag),
    fields: { reason: 'reason' },
    onSuccess: ({ rows, approvalId }) => {
      const waiting = approvalId === '' ? 0 : rows.filter(({ below }) => below).length;
      notifySuccess(texts.done(count - waiting), waiting === 0 ? undefined : texts.belowNote(waiting));
      onApplied();
    },
  });
  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate>
      <TextInput
        {...form.getInputProps('reason')}
        label={texts.reason}
        description={texts.reasonHelp}
        autoComplete="off"
        maxLength={500}
      />
      <SubmitButton sending={sending} sendingLabel={texts.applying}>
        {texts.apply(count)}
      </SubmitButton>
    </form>
  );
}
