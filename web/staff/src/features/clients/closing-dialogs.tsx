import { useQuery } from '@tanstack/react-query';

import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Fact, Facts } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';

import { type Client, clientOpenOptions, closeClientOptions, reopenClientOptions } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';
import { ReasonDialog } from '@/dialogs/reason-dialog';

interface DialogState {
  opened: boolean;
  onClose: () => void;
}

/** Closes a client, with what is open listed. */
export function CloseClientDialog({ opened, onClose, client }: DialogState & { client: Client }) {
  const texts = useTexts(clientTexts);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={texts.close}
      action={texts.close}
      danger
      mutation={closeClientOptions(client.id)}
      done={texts.closedNow}
    >
      <Note tone="warning">{texts.closeText}</Note>
      <OpenItems client={client} />
    </ReasonDialog>
  );
}

function OpenItems({ client }: { client: Client }) {
  const texts = useTexts(clientTexts);
  const load = useQuery(clientOpenOptions(client.id));
  const failure = useFailure(load);
  const { data, isFetching, refetch } = load;
  if (failure) {
    return (
      <LoadFailed title={texts.clientFailed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <p className={classes['hint']}>{texts.loading}</p>;
  if (!data.any) return <p className={classes['hint']}>{texts.nothingOpen}</p>;
  const counts = (
    ['orders', 'reviews', 'invoices', 'schedules', 'shopOrders', 'requests', 'approvals'] as const
  ).filter((name) => data[name] > 0);
  return (
    <section aria-label={texts.openTitle}>
      <Facts>
        {data.balance > 0 && (
          <Fact name={texts.open.balance}>
            <Amount value={data.balance} prefix="Rp" />
          </Fact>
        )}
        {data.limitUsed > 0 && (
          <Fact name={texts.open.limitUsed}>
            <Amount value={data.limitUsed} prefix="Rp" />
          </Fact>
        )}
        {counts.map((name) => (
          <Fact key={name} name={texts.open[name]}>
            {data[name]}
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

/** Lets a closed client in again. */
export function ReopenClientDialog({ opened, onClose, client }: DialogState & { client: Client }) {
  const texts = useTexts(clientTexts);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={texts.reopen}
      action={texts.reopen}
      mutation={reopenClientOptions(client.id)}
      done={texts.reopened}
    >
      <p className={classes['hint']}>{texts.reopenText}</p>
    </ReasonDialog>
  );
}
