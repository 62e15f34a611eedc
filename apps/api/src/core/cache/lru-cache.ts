/** A few answers that are asked again soon: the latest ones, up to so many bytes, each for so long. */
export type LruCache<T> = {
  /** What is kept under this key, unless it is too old. */
  get(key: string): T | undefined;
  /** Keeps a value of about so many bytes; what was used longest ago gives way. */
  set(key: string, value: T, bytes: number): void;
  delete(key: string): void;
};

type Entry<T> = { readonly value: T; readonly bytes: number; readonly until: number };

/** What a key and an entry take beside their value. */
const OVERHEAD = 200;

/** Keeps values in this process's memory. Whoever reads them must be able to tell whether they are still true. */
export function createLruCache<T>({ bytes: max, ms }: { bytes: number; ms: number }): LruCache<T> {
  const entries = new Map<string, Entry<T>>();
  let held = 0;
  const drop = (key: string) => {
    held -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.until < performance.now()) {
        held -= entry.bytes;
        return undefined;
      }
      // the last in the order of use
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, size) => {
      drop(key);
      const bytes = size + key.length * 2 + OVERHEAD;
      if (bytes > max) return;
      entries.set(key, { value, bytes, until: performance.now() + ms });
      held += bytes;
      for (const oldest of entries.keys()) {
        if (held <= max) break;
        drop(oldest);
      }
    },
    delete: drop,
  };
}
