import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A value outside React that components can follow (`useStore`) and plain code can read and write. */
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

/** The store's value; the component is drawn again when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);

/** A text kept on this device; null where storage is refused (private windows) or empty. */
export function readStored(storage: 'local' | 'tab', key: string): string | null {
  try {
    return (storage === 'local' ? localStorage : sessionStorage).getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text on this device, null removes it; where storage is refused it lasts for this visit only. */
export function writeStored(storage: 'local' | 'tab', key: string, text: string | null): void {
  try {
    const target = storage === 'local' ? localStorage : sessionStorage;
    if (text === null) target.removeItem(key);
    else target.setItem(key, text);
  } catch {
    // nothing to do: the value in memory holds
  }
}
