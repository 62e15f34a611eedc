import { useEffect, useEffectEvent } from 'react';
import { onNounsChanged } from '../../lib/server/query-cache.ts';

/** The nouns whose changes affect reports. */
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
/** The pause before reloading, so that many changes at once reload the figures only once. */
const PAUSE_MS = 3_000;

/** Reloads report figures soon after live events that change them. */
export function useReloadAfterShopChanges(reload: () => void): void {
  const reloadNow = useEffectEvent(reload);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onNounsChanged((nouns) => {
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
