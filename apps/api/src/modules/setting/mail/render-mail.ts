import { findReadableShade } from '@dukkan/commerce';
import {
  getMailText,
  type Locale,
  MAIL_PLACEHOLDERS,
  type MailKey,
  type MailPlaceholder,
} from '@dukkan/contract';
import { type MailTexts, PLACEHOLDER } from './mail-template.ts';

/** Values of the placeholders; an absent one is empty. */
export type MailValues = Readonly<Record<string, string>>;

/** The shop's branding in e-mails. */
export type MailBrand = {
  readonly name: string;
  readonly primary: string;
  readonly radius: number;
  /** Absolute URL of the logo; null when mail programs could not load it. */
  readonly logo: string | null;
};

export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string };

type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: MailPlaceholder['kind']; readonly text: string };

/** Splits a line into pieces; each placeholder is its own piece, so that its value is never parsed as a template. */
function toPieces(key: MailKey, line: string, values: MailValues): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of line.matchAll(PLACEHOLDER)) {
    const name = (match[1] ?? '').trim();
    const kind = MAIL_PLACEHOLDERS[key].find((placeholder) => placeholder.name === name)?.kind ?? 'text';
    pieces.push({ kind: 'words', text: line.slice(end, match.index) }, { kind, text: values[name] ?? '' });
    end = match.index + match[0].length;
  }
  pieces.push({ kind: 'words', text: line.slice(end) });
  return pieces.filter((piece) => piece.text !== '' || piece.kind !== 'words');
}

/**
 * True when all placeholders of a line are empty, so that the line is left out. Rule: docs/rules/mails.md#placeholders
 */
function isWithoutContent(pieces: readonly Piece[]): boolean {
  const placeholders = pieces.filter(({ kind }) => kind !== 'words');
  return placeholders.length > 0 && placeholders.every(({ text }) => text === '');
}

/** Splits a text into paragraphs, each a list of lines. */
function toParagraphs(key: MailKey, body: string, values: MailValues): Piece[][][] {
  const paragraphs: Piece[][][] = [[]];
  for (const line of body.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') paragraphs.push([]);
    else {
      const pieces = toPieces(key, line, values);
      if (!isWithoutContent(pieces)) paragraphs.at(-1)?.push(pieces);
    }
  }
  return paragraphs.filter((lines) => lines.length > 0);
}

const joinPieces = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const withBreaks = (text: string): string => text.split('\n').map(escapeHtml).join('<br>');

const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

function pieceHtml({ kind, text }: Piece, locale: Locale): string {
  if (kind === 'words') return escapeHtml(text);
  if (kind === 'lines')
    return text
      .split('\n')
      .map((line) => `<bdi>${escapeHtml(line)}</bdi>`)
      .join('<br>');
  if (kind === 'code') return `<strong class="code" dir="ltr">${escapeHtml(text)}</strong>`;
  if (kind === 'link' && isWebAddress(text))
    return `<a class="button" href="${escapeHtml(text)}">${escapeHtml(getMailText('pay_now', locale))}</a>`;
  return `<bdi>${withBreaks(text)}</bdi>`;
}

const buildStyleSheet = ({ primary, radius }: MailBrand): string => {
  const fill = findReadableShade(primary);
  const dark = [
    'body{background:#14161a!important;color:#e8eaee!important}',
    '.card{background:#1e2127!important;border-color:#343943!important}',
    '.name{color:#e8eaee!important}',
  ];
  return [
    'body{margin:0;padding:24px 12px;background:#f3f4f6;color:#1f2430;',
    "font:16px/1.6 'Segoe UI',Tahoma,Arial,sans-serif;overflow-wrap:anywhere}",
    `.card{max-width:560px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e3e5ea;border-top:4px solid ${fill}!important;border-radius:${radius}px}`,
    '.name{margin:0 0 20px;font-size:18px;font-weight:600;color:#1f2430}',
    '.name img{display:block;max-height:48px;max-width:200px}',
    'p{margin:0 0 16px}p:last-child{margin-bottom:0}',
    '.code{font-size:22px;letter-spacing:3px}',
    `.button{display:inline-block;padding:10px 24px;background:${fill};color:#fff!important;text-decoration:none;font-weight:600;border-radius:${radius}px}`,
    '@media (prefers-color-scheme:dark){',
    ...dark.map((rule) => rule.replace(/^(\S+?)\{/, 'html:not([data-skin=light]) $1{')),
    '}',
    ...dark.map((rule) => rule.replace(/^(\S+?)\{/, 'html[data-skin=dark] $1{')),
  ].join('');
};

/**
 * Renders an e-mail: subject, text part and HTML part. Values are escaped and never parsed as a template.
 * Rule: docs/rules/mails.md#the-two-parts
 */
export function renderMail(
  key: MailKey,
  locale: Locale,
  { subject, body }: MailTexts,
  values: MailValues,
  brand: MailBrand,
): RenderedMail {
  const line = joinPieces(toPieces(key, subject, values))
    .replace(/\s+/g, ' ')
    .trim();
  const paragraphs = toParagraphs(key, body, values);
  const text = paragraphs.map((lines) => lines.map(joinPieces).join('\n')).join('\n\n');
  const content = paragraphs
    .map((lines) => {
      const rows = lines.map((pieces) => pieces.map((piece) => pieceHtml(piece, locale)).join(''));
      return `<p>${rows.join('<br>')}</p>`;
    })
    .join('');
  const name = escapeHtml(brand.name);
  const head = brand.logo ? `<img src="${escapeHtml(brand.logo)}" alt="${name}">` : `<bdi>${name}</bdi>`;
  const html = [
    `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(line)}</title><style>${buildStyleSheet(brand)}</style></head>`,
    `<body><div class="card"><div class="name">${head}</div>${content}</div></body></html>`,
  ].join('');
  return { subject: line, text, html };
}

/** True when the text contains the placeholder. */
export const hasPlaceholder = (key: MailKey, { body }: MailTexts, name: string): boolean =>
  toPieces(key, body.replace(/\s+/g, ' '), { [name]: '\0' }).some(({ text }) => text === '\0');
