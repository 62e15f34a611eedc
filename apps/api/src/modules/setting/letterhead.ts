import { buffer } from 'node:stream/consumers';
import type { PrintedContent, PrintProfile } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import { pictureUrl } from '../../core/file/pictures.ts';
import { toPrintedContentForBrowser } from '../../core/print/on-screen.ts';
import type { PrintDocument, PrintShop } from '../../core/print/print-document.ts';
import { getShopName, type Settings } from './setting.rules.ts';

/** Longer edge of the printed logo in pixels, enough for a sharp print. */
const LOGO_SIZE = 256;

/** The default paper of invoices, in the names of the printers. */
const getInvoicePaper = ({ print_profile }: Pick<Settings, 'print_profile'>): PrintProfile =>
  (({ a4: 'a4', a5: 'a5', '80mm': '80', '58mm': '58' }) as const)[print_profile];

/** The letterhead without its logo: shop name and contact. */
function shopHead(ctx: Ctx, settings: Settings): Omit<PrintShop, 'logo'> {
  const { phone, email, website } = settings.info;
  return {
    name: getShopName(settings, ctx.locale),
    contacts: [phone, email, website].filter((one) => one !== ''),
  };
}

/** URL of the logo for browsers; null without one. */
const logoUrl = ({ logo }: Pick<Settings, 'logo'>): string | null => pictureUrl(logo);

/** The letterhead: shop name, contact and logo; a logo whose file is missing is left out. */
async function loadLetterhead(ctx: Ctx, settings: Settings): Promise<PrintShop> {
  const stored = settings.logo === null ? null : await ctx.services.files.get(settings.logo);
  const logo = stored && (await smallLogo(await buffer(stored.stream)));
  return { ...shopHead(ctx, settings), ...(logo ? { logo } : {}) };
}

async function smallLogo(picture: Buffer): Promise<Buffer> {
  // loaded on first use, because it takes 10 MB that most processes never need
  const { default: sharp } = await import('sharp');
  return sharp(picture).resize({ width: LOGO_SIZE, height: LOGO_SIZE, fit: 'inside' }).png().toBuffer();
}

/** The content of a document, without letterhead and paper. */
export type PrintDocumentBody = Omit<PrintDocument, 'shop' | 'profile' | 'locale'>;
/** The content of a document with the settings for its letterhead. */
export type PrintBodyWithSettings = { readonly content: PrintDocumentBody; readonly settings: Settings };

/** Adds the letterhead with its logo and the paper to a document. */
export const addLetterhead = async (
  ctx: Ctx,
  { content, settings }: PrintBodyWithSettings,
): Promise<PrintDocument> => ({
  ...content,
  locale: ctx.locale,
  profile: getInvoicePaper(settings),
  shop: await loadLetterhead(ctx, settings),
});

/** Adds the letterhead for printing from the browser. */
export const toPrintedContent = (ctx: Ctx, { content, settings }: PrintBodyWithSettings): PrintedContent =>
  toPrintedContentForBrowser(
    { ...content, locale: ctx.locale, profile: getInvoicePaper(settings), shop: shopHead(ctx, settings) },
    logoUrl(settings),
  );
