import { toSingleLine } from './cell-text.ts';

/** HTML entities that are common in shop texts. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  times: '×',
  frac12: '½',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  zwnj: '',
  shy: '',
};

const decodeEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : '';
  });

/** Elements whose contents are not text. */
const SILENT = new Set(['script', 'style', 'head', 'template', 'iframe']);
/** Elements that start a new line. */
const LINES = new Set([
  'p',
  'br',
  'div',
  'li',
  'ul',
  'ol',
  'tr',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
]);

/**
 * Converts an HTML description from another shop system to text: keeps lines and list items, drops scripts and styles.
 * Plain text is returned unchanged.
 */
export function htmlToText(text: string): string {
  const isPlain = !text.includes('<') && !text.includes('&');
  if (isPlain || !/<[a-z!/]|&[#a-z]/i.test(text)) return text;
  const last = text.lastIndexOf('>');
  const lower = text.toLowerCase();
  let out = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open < 0 || open > last) {
      out += text.slice(at);
      break;
    }
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*|!--)/i.exec(text.slice(open, open + 24)) ?? [];
    if (name === '') {
      out += text.slice(at, open + 1);
      at = open + 1;
      continue;
    }
    out += text.slice(at, open);
    const tag = name.toLowerCase();
    const close = name === '!--' ? text.indexOf('-->', open) + 2 : text.indexOf('>', open);
    at = close < open + 2 ? text.length : close + 1;
    if (slash === '' && SILENT.has(tag)) {
      const end = lower.indexOf(`</${tag}`, at);
      at = end < 0 ? text.length : end;
    }
    if (LINES.has(tag)) out += slash === '' && tag === 'li' ? '\n• ' : '\n';
  }
  return decodeEntities(out)
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
}

/** Reads a name from a file: one line, without tags. */
export const toSingleLinePlainText = (text: string): string => toSingleLine(htmlToText(text));
