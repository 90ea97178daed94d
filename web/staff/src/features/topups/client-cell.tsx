import { Link } from '@tanstack/react-router';

import { walletTypeName } from '@shared/format/wallet-type';
import { TwoLines } from '@shared/table/cells';

interface ClientCellProps {
  clientId: number;
  clientName: string;
  walletType: string;
}

/** A client, with a link to its wallets, and the wallet that is meant. */
export function ClientCell({ clientId, clientName, walletType }: ClientCellProps) {
  return (
    <TwoLines caption={walletTypeName(walletType)}>
      <Link to="/clients/$id" params={{ id: String(clientId) }} search={{ tab: 'wallets' }}>
        {clientName}
      </Link>
    </TwoLines>
  );
}
