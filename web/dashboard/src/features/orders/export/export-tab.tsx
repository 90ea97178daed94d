import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

import { ExportList } from './export-list';
import { exportsOptions } from './export-queries';
import { exportTexts } from './export-texts';
import { useSentNotice } from './use-sent-notice';
import { useStartExport } from './use-start-export';
import { FileForm } from '../files/file-form';
import classes from '../files/files.module.css';
import { ReconciliationCard } from '../reconciliation/reconciliation-card';
import { inSandbox } from '@/session/sandbox';
import { walletsOptions } from '@/wallet/wallet-queries';
import { orderKeys } from '../order-queries';
import { maxExportDays } from '../order-rules';
import { type WalletType, walletTypes } from '../order-search';

const liveKeys = [orderKeys.exports];

/** The export tab: a form that starts an export, and the list of exports. */
export function ExportTab() {
  const texts = useTexts(exportTexts);
  const rule = { maxSpan: maxExportDays, lastDay: useToday(useZones().client) };
  const list = useQuery(exportsOptions());
  useLiveQueries(['exports'], liveKeys); // a colleague's too
  const [walletType, setWalletType] = useState<WalletType | null>(null);
  const start = useStartExport();
  useSentNotice(list.data);
  const isRunning = list.data?.some((one) => one.status === 'running') === true;
  return (
    <div className={classes['tab']}>
      <FileForm
        texts={inSandbox() ? { ...texts, hint: texts.hintOfSandbox } : texts}
        rule={rule}
        initial={null}
        sending={start.isPending}
        blocked={isRunning ? texts.running : undefined}
        onSubmit={({ start: dateStart, end: dateEnd }) =>
          start.mutate({ dateStart, dateEnd, depositType: walletType ?? undefined })
        }
      >
        <WalletField value={walletType} onChange={setWalletType} />
      </FileForm>
      {!inSandbox() && <ReconciliationCard />}
      <ExportList load={list} />
    </div>
  );
}

interface WalletFieldProps {
  value: WalletType | null;
  onChange: (value: WalletType | null) => void;
}

function WalletField({ value, onChange }: WalletFieldProps) {
  const texts = useTexts(exportTexts);
  const { data: wallets } = useQuery(walletsOptions());
  const narrow = useIsNarrow();
  const choosable = new Set((wallets ?? []).map((wallet) => wallet.type));
  const types = walletTypes.filter((type) => choosable.has(type) || type === value);
  return (
    <SelectField
      className={classes['wallet']}
      label={texts.walletType}
      size={narrow ? 'lg' : 'md'}
      value={value ?? ''}
      options={[
        { value: '', label: texts.allWalletType },
        ...types.map((type) => ({ value: type, label: walletTypeName(type) })),
      ]}
      onChange={(type) => onChange(type === '' ? null : type)}
    />
  );
}
