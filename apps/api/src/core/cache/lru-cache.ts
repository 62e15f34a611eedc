/** A cache with a limit in bytes and a lifetime; the least recently used entries are dropped first. */
export type LruCache<T> = {
  /** The cached value, or undefined when there is none or it is too old. */
  get(key: string): T | undefined;
  /** Stores a value of about this many bytes; the least recently used values make room for it. */
  set(key: string, value: T, bytes: number): void;
  delete(key: string): void;
};

type Entry<T> = { readonly value: T; readonly bytes: number; readonly until: number };

/** Bytes that a key and an entry take in addition to the value. */
const OVERHEAD = 200;

/**
 * Creates a cache in this process's memory; the caller must be able to tell whether a cached value is still valid.
 */
export function createLruCache<T>({ bytes: max, ms }: { bytes: number; ms: number }): LruCache<T> {
  const entries = new Map<string, Entry<T>>();
  let usedBytes = 0;
  const drop = (key: string) => {
    usedBytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.until < performance.now()) {
        usedBytes -= entry.bytes;
        return undefined;
      }
      // deleting and setting again moves the key to the end of the order of use
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, size) => {
      drop(key);
      const bytes = size + key.length * 2 + OVERHEAD;
      if (bytes > max) return;
      entries.set(key, { value, bytes, until: performance.now() + ms });
      usedBytes += bytes;
      for (const oldest of entries.keys()) {
        if (usedBytes <= max) break;
        drop(oldest);
      }
    },
    delete: drop,
  };
}
