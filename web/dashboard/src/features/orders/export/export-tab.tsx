import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useFailure } from '@shared/table/use-failure';
import { useNarrow } from '@shared/ui/use-narrow';

import { ExportList } from './export-list';
import { exportsOptions, type OrderExport, requestExport } from './export-queries';
import { finishedNow } from './export-rules';
import { exportTexts } from './export-texts';
import { FileForm } from '../files/file-form';
import classes from '../files/files.module.css';
import { orderKeys, walletsOptions } from '../order-queries';
import { maxExportDays } from '../order-rules';
import { type WalletType, walletTypes } from '../order-search';

/** The export tab: a form that starts an export, and the exports that run and that were made. */
export function ExportTab() {
  const texts = useTexts(exportTexts);
  const rule = { maxSpan: maxExportDays, lastDay: useToday(useZones().client) };
  const client = useQueryClient();
  const list = useQuery(exportsOptions());
  const [walletType, setWalletType] = useState<WalletType | null>(null);
  const start = useMutation({
    mutationFn: requestExport,
    onSuccess: (begun) => {
      // It stands in the list at once, so that its end is seen however soon that comes.
      client.setQueryData(exportsOptions().queryKey, (before) => [begun, ...(before ?? [])]);
      return client.invalidateQueries({ queryKey: orderKeys.exports });
    },
  });
  const failure = useFailure(list);
  useSentNotice(list.data);
  const isRunning = list.data?.some((one) => one.status === 'running') === true;
  return (
    <div className={classes['tab']}>
      <FileForm
        texts={texts}
        rule={rule}
        initial={null}
        sending={start.isPending}
        blocked={isRunning ? texts.running : undefined}
        onSubmit={(range) => start.mutate({ range, walletType })}
      >
        <WalletField value={walletType} onChange={setWalletType} />
      </FileForm>
      <ExportList
        exports={list.data}
        failure={failure}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    </div>
  );
}

/** Says that an export was sent when it was: the one that was seen running has ended, and its message is on its way. */
function useSentNotice(list: readonly OrderExport[] | undefined): void {
  const texts = useTexts(exportTexts);
  const before = useRef<readonly OrderExport[] | undefined>(undefined);
  useEffect(() => {
    if (list && before.current && finishedNow(before.current, list)) notifySuccess(texts.sent);
    if (list) before.current = list;
  }, [list, texts]);
}

interface WalletFieldProps {
  value: WalletType | null;
  onChange: (value: WalletType | null) => void;
}

function WalletField({ value, onChange }: WalletFieldProps) {
  const texts = useTexts(exportTexts);
  const { data: wallets } = useQuery(walletsOptions());
  const narrow = useNarrow();
  const own = new Set((wallets ?? []).map((wallet) => wallet.type));
  const types = walletTypes.filter((type) => own.has(type) || type === value);
  return (
    <NativeSelect
      className={classes['wallet']}
      label={texts.walletType}
      size={narrow ? 'lg' : 'md'}
      rightSection={<IconChevronDown aria-hidden />}
      rightSectionPointerEvents="none"
      value={value ?? ''}
      onChange={(event) => onChange(types.find((type) => type === event.currentTarget.value) ?? null)}
    >
      <option value="">{texts.allWalletType}</option>
      {types.map((type) => (
        <option key={type} value={type}>
          {walletTypeName(type)}
        </option>
      ))}
    </NativeSelect>
  );
}
