import { useEffect, useEffectEvent } from 'react';
import { onNounsTouched } from '../../lib/server/query-cache.ts';

/** What changes figures of reports. */
const NOUNS = [
  'order',
  'order-return',
  'order-payment',
  'batch',
  'stock',
  'receipt',
  'stock-count',
  'driver-cash',
];
/** Many orders at once reload the figures once. */
const PAUSE_MS = 3_000;

/** Reloads figures of reports soon after something happened in the shop that changes them. */
export function useFollowShop(reload: () => void): void {
  const reloadNow = useEffectEvent(reload);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onNounsTouched((nouns) => {
      if (timer !== undefined || !nouns.some((noun) => NOUNS.includes(noun))) return;
      timer = setTimeout(() => {
        timer = undefined;
        reloadNow();
      }, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
