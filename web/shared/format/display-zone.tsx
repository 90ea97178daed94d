import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

import { defaultZone, displayZone, sameClock, viewerZone, zoneLabel } from './local-time';

/** The two zones of a screen: the one times are shown in, and the client's, whose days the server counts. */
export interface Zones {
  /** IANA name of the zone in which times are shown. */
  shown: string;
  /** 'WIB', 'WITA', 'WIT' or 'UTC+5:30'. */
  label: string;
  /** IANA name of the client's zone: calendar days are its days. */
  client: string;
  clientLabel: string;
  /** The viewer's clock is not the client's, so pickers of days have to say whose days they mean. */
  daysDiffer: boolean;
}

/** Works the zones out once for a screen. */
export function zonesOf(clientZone: string | undefined, now: Date, viewer: string = viewerZone()): Zones {
  const client = clientZone ?? defaultZone;
  const shown = displayZone(clientZone, now, viewer);
  return {
    shown,
    label: zoneLabel(shown, now),
    client,
    clientLabel: zoneLabel(client, now),
    daysDiffer: !sameClock(viewer, client, now),
  };
}

const ZonesContext = createContext<Zones | null>(null);

/** Gives the pieces below it the zones of a client; screens set it as soon as they know whose data they show. */
export function DisplayZoneProvider({ clientZone, children }: { clientZone: string | undefined; children: ReactNode }) {
  const [now] = useState(() => new Date());
  const zones = useMemo(() => zonesOf(clientZone, now), [clientZone, now]);
  return <ZonesContext value={zones}>{children}</ZonesContext>;
}

/** The zones of the screen; without a provider those of a client in Jakarta. */
export function useZones(): Zones {
  const zones = useContext(ZonesContext);
  const [now] = useState(() => new Date());
  return useMemo(() => zones ?? zonesOf(undefined, now), [zones, now]);
}
