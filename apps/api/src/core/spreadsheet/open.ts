import { open } from 'node:fs/promises';
import { Failure, fail } from '@dukkan/contract';
import { detectEncoding, openCsv, readFirstBytes } from './csv.ts';
import { PARTS_MAX, PICTURES_MAX, PICTURES_UNPACKED_MB, UNPACKED_MB } from './limits.ts';
import type { Spreadsheet } from './table.ts';
import { findWorkbookPath, openXlsx } from './xlsx.ts';
import { openZip } from './zip.ts';

export type TableFormat = 'xlsx' | 'csv';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Parts that only tables of LibreOffice (.ods) and Numbers have. */
const OTHER_PROGRAMS = ['content.xml', 'Index/Document.iwa', 'Index.zip'];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** True when the file contains these bytes; the file is read in overlapping parts. */
async function fileContains(path: string, needle: Buffer): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    let unsearched = Buffer.alloc(0);
    for await (const part of file.createReadStream({ autoClose: false })) {
      const bytes = Buffer.concat([unsearched, part as Buffer]);
      if (bytes.includes(needle)) return true;
      unsearched = bytes.subarray(-needle.length);
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Reports a broken zip as an unreadable file, for any error that the library throws. */
async function orUnreadable<T>(
  code: 'import.unreadable' | 'import.images_unreadable',
  run: () => Promise<T>,
) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Failure) throw error;
    return fail(code);
  }
}

/** File extensions of programs, documents and pictures, which are never read as tables. */
const OTHER_FILES =
  /\.(exe|com|bat|cmd|msi|dll|scr|sh|js|vbs|jar|apk|dmg|iso|pdf|docx?|rtf|pptx?|html?|jpe?g|png|gif|webp|mp[34]|zip|rar|7z|gz)$/i;

/**
 * Detects the format of a table from its name, its first bytes and, for a zip, its directory; only the list of parts is
 * unpacked.
 * @throws import.unreadable, import.old_format, import.encrypted, import.too_large
 */
export async function detectTableFormat(path: string, name = ''): Promise<TableFormat> {
  if (OTHER_FILES.test(name)) fail('import.unreadable');
  const head = await readFirstBytes(path);
  // an encrypted workbook uses the same container as the old format
  if (startsWith(head, OLE))
    return (await fileContains(path, Buffer.from('EncryptedPackage', 'utf16le')))
      ? fail('import.encrypted')
      : fail('import.old_format');
  if (startsWith(head, ZIP))
    return orUnreadable<TableFormat>('import.unreadable', async () => {
      const zip = await openZip(path, { entries: PARTS_MAX, megabytes: UNPACKED_MB });
      try {
        if (OTHER_PROGRAMS.some((part) => zip.entries.has(part))) fail('import.old_format');
        await findWorkbookPath(zip);
        return 'xlsx';
      } finally {
        zip.close();
      }
    });
  return head.length > 0 && detectEncoding(head) ? 'csv' : fail('import.unreadable');
}

const PICTURE = /\.(jpe?g|png|webp|gif)$/i;

/** Returns the name of a picture in a zip, without folders and in lower case. */
export const toPictureFileKey = (path: string): string => (path.split(/[\\/]/).at(-1) ?? '').toLowerCase();

/** Counts the pictures in a zip. @throws import.images_unreadable, import.too_large */
export async function countZipPictures(path: string): Promise<number> {
  return orUnreadable('import.images_unreadable', async () => {
    const zip = await openZip(path, { entries: PICTURES_MAX, megabytes: PICTURES_UNPACKED_MB });
    zip.close();
    return new Set([...zip.entries.keys()].filter((name) => PICTURE.test(name)).map(toPictureFileKey)).size;
  });
}

/** Opens a table of a known format. @throws import.unreadable and the errors of the readers */
export const openSpreadsheet = (path: string, format: TableFormat): Promise<Spreadsheet> =>
  orUnreadable('import.unreadable', () => (format === 'xlsx' ? openXlsx(path) : openCsv(path)));
