import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { formatRupiah } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { Note } from '@shared/ui/note';

import { heldTransfersTexts } from './held-transfers-texts';
import classes from './held-transfers.module.css';
import { type HeldTransfer, heldTransfersOptions, topupKeys } from './topup-order-queries';

const liveKeys = [topupKeys.transfers];

/** The transfers of the client that were not credited by themselves, each with a link to its top-up. */
export function OwnHeldTransfers() {
  const { data: transfers = [] } = useQuery(heldTransfersOptions());
  useLiveQueries(['topups'], liveKeys);
  return <HeldTransfers transfers={transfers} linked />;
}

/** What came late or with another amount: what it is, where it stands, and what happens next. */
export function HeldTransfers({ transfers, linked = false }: { transfers: readonly HeldTransfer[]; linked?: boolean }) {
  const texts = useTexts(heldTransfersTexts);
  if (transfers.length === 0) return null;
  return (
    <ul className={classes['list']} aria-label={texts.label}>
      {transfers.map((transfer) => (
        <li key={transfer.id}>
          <Note tone={transfer.status === 'held' ? 'warning' : 'info'}>
            <Transfer transfer={transfer} />
            {linked ? (
              <Link
                to="/deposit/top-up/bank-transfer/$trxId"
                params={{ trxId: transfer.topup_id }}
                className={classes['link']}
              >
                {texts.open}
              </Link>
            ) : null}
          </Note>
        </li>
      ))}
    </ul>
  );
}

function Transfer({ transfer }: { transfer: HeldTransfer }) {
  const texts = useTexts(heldTransfersTexts);
  const language = useLanguage();
  const zones = useZones();
  const { status, settled_at: settled } = transfer;
  const time = (at: string) => formatLongDateTime(at, zones.shown, language);
  const wallet = walletTypeName(transfer.deposit_type);
  return (
    <>
      <p>
        <strong>{texts.received(formatRupiah(transfer.amount, 'Rp'), time(transfer.received_at))}</strong>{' '}
        {texts.why[transfer.why]}
      </p>
      <p>
        {status === 'held' && texts.held}
        {status === 'credited' && texts.credited(wallet, time(settled ?? transfer.received_at))}
        {status === 'returned' && texts.returned(time(settled ?? transfer.received_at))}
      </p>
    </>
  );
}
