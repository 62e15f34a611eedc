import { useEffect, useEffectEvent } from 'react';

/** How long the message about an unknown scan stays visible; the next scan replaces it at once. */
export const SCAN_MESSAGE_MS = 10_000;

/** Calls `forget` when `value` has not changed for `ms`; does nothing while `value` is null. */
export function useClearAfterDelay(value: string | null, forget: () => void, ms: number): void {
  const onTime = useEffectEvent(forget);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(onTime, ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
}
