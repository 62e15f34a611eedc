import { useEffect, useEffectEvent } from 'react';

/** How long what a wrong scan says stays; the next scan replaces it at once. */
export const SCAN_MESSAGE_MS = 10_000;

/** Calls `forget` a while after `value` has changed, unless there is nothing to forget. */
export function useForgetLater(value: string | null, forget: () => void, ms: number): void {
  const onTime = useEffectEvent(forget);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(onTime, ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
}
