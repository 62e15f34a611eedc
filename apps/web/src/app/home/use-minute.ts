import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** Returns the current time, updated every minute, because Home stays open all day. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
