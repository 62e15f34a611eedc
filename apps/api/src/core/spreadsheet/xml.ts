import { fail } from '@dukkan/contract';
import { CELL_MAX } from './limits.ts';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeCharacter = (code: number): string =>
  Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';

/** Decodes XML's five named entities and numeric characters; without a DOCTYPE there are no others. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,4}));/g,
    (reference, hex, decimal, name) => {
      if (hex) return decodeCharacter(Number.parseInt(hex, 16));
      if (decimal) return decodeCharacter(Number(decimal));
      return NAMED[name] ?? reference;
    },
  );
}

/** The value of an attribute of a start tag, by its name without prefix; null when absent. */
export function readXmlAttribute(tag: string, name: string): string | null {
  for (let index = tag.indexOf(name); index >= 0; index = tag.indexOf(name, index + 1)) {
    const previousCode = tag.charCodeAt(index - 1);
    const isStart = index > 0 && (previousCode <= 32 || previousCode === 58);
    let end = index + name.length;
    while (tag.charCodeAt(end) <= 32) end += 1;
    if (!isStart || tag[end] !== '=') continue;
    end += 1;
    while (tag.charCodeAt(end) <= 32) end += 1;
    const quote = tag[end];
    if (quote !== '"' && quote !== "'") continue;
    const close = tag.indexOf(quote, end + 1);
    return close < 0 ? null : unescapeXml(tag.slice(end + 1, close));
  }
  return null;
}

/** Receives the parts of a document. Names have no prefix; `tag` is the whole start tag, for `attribute`. */
export type XmlHandler = {
  open?(name: string, tag: string): void;
  text?(text: string): void;
  close?(name: string): void;
};

const localName = (tag: string, from: number): string => {
  let end = from;
  for (; end < tag.length; end += 1) {
    const code = tag.charCodeAt(end);
    if (code <= 32 || code === 47) break;
  }
  const name = tag.slice(from, end);
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

/** The end of the tag that starts at `from`: the first > outside quotes; -1 when more text is needed. */
function tagEnd(text: string, from: number): number {
  let inside = 0;
  for (let index = from; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (inside !== 0) {
      if (sign === inside) inside = 0;
    } else if (sign === 62) return index;
    else if (sign === 34 || sign === 39) inside = sign;
  }
  return -1;
}

/**
 * Parses XML part by part in one pass, as far as the sheets of a workbook need it. A DOCTYPE is refused, because it
 * is the only way to define entities and no workbook has one.
 * @throws import.unreadable, import.cell_too_long
 */
export function createXmlParser(handler: XmlHandler): { read(part: string): void; end(): void } {
  let pending = '';
  const startTag = (tag: string) => {
    const name = localName(tag, 1);
    handler.open?.(name, tag);
    if (tag.charCodeAt(tag.length - 1) === 47) handler.close?.(name);
  };
  /** Handles the tag at `index`; returns its end, or -1 when more text is needed. */
  const readTag = (text: string, index: number): number => {
    const kind = text.charCodeAt(index + 1);
    if (kind === 33) {
      if (text.startsWith('<!--', index)) {
        const end = text.indexOf('-->', index + 4);
        return end < 0 ? -1 : end + 3;
      }
      if (text.startsWith('<![CDATA[', index)) {
        const end = text.indexOf(']]>', index + 9);
        if (end < 0) return -1;
        handler.text?.(text.slice(index + 9, end));
        return end + 3;
      }
      return text.length - index < 9 ? -1 : fail('import.unreadable');
    }
    const end = kind === 63 ? text.indexOf('?>', index) + 1 : tagEnd(text, index);
    if (end <= 0) return -1;
    if (kind === 47) handler.close?.(localName(text.slice(index, end), 2));
    else if (kind !== 63) startTag(text.slice(index, end));
    return end + 1;
  };
  return {
    read: (part) => {
      const text = pending === '' ? part : pending + part;
      let index = 0;
      while (index < text.length) {
        const next = text.indexOf('<', index);
        if (next !== index) {
          // text that continues in the next part is reported once it is complete
          if (next < 0) break;
          handler.text?.(unescapeXml(text.slice(index, next)));
          index = next;
        }
        const end = readTag(text, index);
        if (end < 0) break;
        index = end;
      }
      pending = text.slice(index);
      if (pending.length > CELL_MAX * 2) fail('import.cell_too_long', { max: CELL_MAX });
    },
    end: () => {
      if (pending.trim() !== '') fail('import.unreadable');
    },
  };
}
