import { useEffect, useState } from 'react';

/** Returns the value after it has not changed for `ms`; at once when it becomes empty. */
export function useDebounced<T extends string | null>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
