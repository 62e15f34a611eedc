import type { Readable } from 'node:stream';
import { fail } from '@dukkan/contract';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { MEGABYTE } from './limits.ts';

export type Zip = {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Opens the unpacked bytes of an entry. */
  open(entry: Entry): Promise<Readable>;
  close(): void;
};

type Limits = { readonly entries: number; readonly megabytes: number };

/**
 * Opens a zip by its directory. The claimed sizes are checked before anything is unpacked; the library stops an entry
 * that is larger than it claims.
 * @throws import.too_large; the library's own error for a broken zip
 */
export async function openZip(path: string, limits: Limits): Promise<Zip> {
  const file = await yauzl.openPromise(path, { autoClose: false, validateEntrySizes: true });
  try {
    const entries = await readDirectory(file, limits);
    return {
      entries,
      open: (entry) => file.openReadStreamPromise(entry),
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

async function readDirectory(
  file: ZipFile,
  { entries: max, megabytes }: Limits,
): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (file.entryCount > max) fail('import.too_large', { megabytes });
  let claimed = 0;
  for await (const entry of file.eachEntry()) {
    claimed += entry.uncompressedSize;
    if (claimed > megabytes * MEGABYTE) fail('import.too_large', { megabytes });
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
  }
  return entries;
}
