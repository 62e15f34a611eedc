import { useEffect, useState } from 'react';

/** The value after it has not changed for `ms`; at once when it becomes empty. */
export function useDebounced(value: string, ms: number): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
