import { DAY_MS } from '@dukkan/commerce';
import { readXmlAttribute, type XmlHandler } from './xml.ts';

/** The meaning of a number: plain, a date or time, a percentage, or digits with leading zeros. */
export type CellFormat =
  | { readonly kind: 'plain' | 'date' | 'time' | 'percent' }
  | { kind: 'zeros'; width: number };

const PLAIN: CellFormat = { kind: 'plain' };

/** The format with a built-in number (ECMA-376 18.8.30). */
function builtIn(id: number): CellFormat {
  if (id === 9 || id === 10) return { kind: 'percent' };
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return { kind: 'date' };
  if ((id >= 18 && id <= 22) || (id >= 32 && id <= 36) || (id >= 45 && id <= 47)) return { kind: 'time' };
  return PLAIN;
}

/** Parses a number format that the workbook defines. */
export function parseCellFormat(code: string): CellFormat {
  // the first of up to four parts is for positive numbers; quoted text, escapes and colours are ignored
  const [part = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  const visiblePart = part.replace(/\[(?![hms]+\])[^\]]*\]/gi, '').trim();
  if (visiblePart.includes('%')) return { kind: 'percent' };
  if (/^0{2,}$/.test(visiblePart)) return { kind: 'zeros', width: visiblePart.length };
  if (/general/i.test(visiblePart)) return PLAIN;
  if (/[hs]/i.test(visiblePart)) return { kind: 'time' };
  return /[ymd]/i.test(visiblePart) ? { kind: 'date' } : PLAIN;
}

/** Reads `styles.xml` and collects the format of each cell style, by its index. */
export function createStyleHandler(formats: CellFormat[]): XmlHandler {
  const customFormats = new Map<number, string>();
  let inCells = false;
  return {
    open: (name, tag) => {
      if (name === 'numFmt')
        customFormats.set(
          Number(readXmlAttribute(tag, 'numFmtId')),
          readXmlAttribute(tag, 'formatCode') ?? '',
        );
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells && formats.length < 100_000) {
        const id = Number(readXmlAttribute(tag, 'numFmtId') ?? 0);
        const code = customFormats.get(id);
        formats.push(code === undefined ? builtIn(id) : parseCellFormat(code));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  };
}

/** Day 0 of the two date systems: 1900, with a leap day that did not exist, and 1904. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/**
 * Formats a number without an exponent: 4.0063813339310002E+12 becomes 4006381333931. Spreadsheets store 15 digits; a
 * longer number keeps its exponent, so that no digits are invented.
 */
function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  if (Math.abs(value) >= 1e15) return Number(text).toExponential().toUpperCase();
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1
    ? value.toFixed(20).replace(/(?<!0)0+$/, '')
    : BigInt(Math.round(value)).toString();
}

/** Formats a stored number as the text that a person sees in the cell. */
export function formatCellNumber(storedNumber: string, format: CellFormat, is1904: boolean): string {
  const value = Number(storedNumber);
  if (storedNumber.trim() === '' || !Number.isFinite(value)) return storedNumber;
  if (format.kind === 'percent') return `${plainNumber(value * 100)}%`;
  if (format.kind === 'zeros') return plainNumber(value).padStart(format.width, '0');
  if (format.kind === 'plain' || value < 0 || value > 2_958_466) return plainNumber(value);
  const time = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(value * DAY_MS));
  const iso = time.toISOString();
  if (format.kind === 'date' || Number.isInteger(value)) return iso.slice(0, 10);
  return value < 1 ? iso.slice(11, 19) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
