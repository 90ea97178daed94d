import { useEffect, useState } from 'react';

import { type Day, todayIn } from './calendar-day';

const lookAgain = 60_000;

/** Today in a zone, also on a page that stays open over midnight. */
export function useToday(timeZone: string): Day {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), lookAgain);
    return () => clearInterval(timer);
  }, []);
  return todayIn(timeZone, now);
}
