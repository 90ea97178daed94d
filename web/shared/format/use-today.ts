import { useEffect, useState } from 'react';

import { type Day, todayIn } from './calendar-day';

const lookAgain = 60_000;

/** Returns today in a time zone. Updates at midnight on a page that stays open. */
export function useToday(timeZone: string): Day {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), lookAgain);
    return () => clearInterval(timer);
  }, []);
  return todayIn(timeZone, now);
}
