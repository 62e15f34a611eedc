import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Creates a value outside React that components subscribe to with `useStore` and other code reads and writes. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the store's value; the component renders again when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);

/** Reads a text from this device; null when it is empty or storage is refused. */
export function readStored(storage: 'local' | 'tab', key: string): string | null {
  try {
    return (storage === 'local' ? localStorage : sessionStorage).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text on this device, null removes it; without storage it lasts for this visit. */
export function writeStored(storage: 'local' | 'tab', key: string, text: string | null): void {
  try {
    const target = storage === 'local' ? localStorage : sessionStorage;
    if (text === null) target.removeItem(key);
    else target.setItem(key, text);
  } catch {
    // storage is refused, so only the value in memory remains
  }
}
