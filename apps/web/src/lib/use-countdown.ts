import { useCallback, useEffect, useState } from 'react';

/** Counts down the seconds to an end time by the clock, so that a phone that sleeps does not delay it. */
export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1000));
  const running = secondsLeft > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  const start = useCallback((seconds: number) => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1000);
  }, []);
  return { secondsLeft, start };
}

/** Formats seconds as minutes and seconds: 75 is 1:15. */
export const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
