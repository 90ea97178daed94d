import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

import { defaultZone, displayZone, sameClock, viewerZone, zoneLabel } from './local-time';
import { useToday } from './use-today';

/** The time zones of a screen: the one in which times are shown, and the client's, which the server uses for days. */
export interface Zones {
  /** IANA name of the zone in which times are shown. */
  shown: string;
  /** Name of the shown zone: 'WIB', 'WITA', 'WIT' or such as 'UTC+5:30'. */
  label: string;
  /** IANA name of the client's zone. Calendar days are days of this zone. */
  client: string;
  clientLabel: string;
  /** The two zones differ now, so date pickers must say whose days they mean. */
  daysDiffer: boolean;
}

/** Determines the zones of a screen. */
function zonesOf(clientZone: string | undefined, now: Date, viewer: string = viewerZone()): Zones {
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

interface DisplayZoneProps {
  clientZone: string | undefined;
  /** The zone in which times are shown to everybody; by default that of the viewer in Indonesia, else the client's. */
  fixed?: string | undefined;
  children: ReactNode;
}

/** Provides the zones of a client to the components inside. */
export function DisplayZoneProvider({ clientZone, fixed, children }: DisplayZoneProps) {
  // The shell stays while the user goes from page to page, over days on which an offset may change.
  const today = useToday(clientZone ?? defaultZone);
  const zones = useMemo(() => zonesOf(clientZone, new Date(`${today}T12:00:00Z`), fixed), [clientZone, fixed, today]);
  return <ZonesContext value={zones}>{children}</ZonesContext>;
}

/** Returns the zones of the screen; without a provider, those of a client in Jakarta. */
export function useZones(): Zones {
  const zones = useContext(ZonesContext);
  const [now] = useState(() => new Date());
  return useMemo(() => zones ?? zonesOf(undefined, now), [zones, now]);
}
