import { buffer } from 'node:stream/consumers';
import type { PrintedContent, PrintProfile } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import { pictureUrl } from '../../core/pictures.ts';
import { toPrintedContentForBrowser } from '../../core/print/on-screen.ts';
import type { PrintDocument, PrintShop } from '../../core/print/print-document.ts';
import { getShopName, type Settings } from './setting.rules.ts';

/** Pixels of the logo's longer edge: sharp at the size it is printed in. */
const LOGO_SIZE = 256;

/** What invoices are printed on where nothing else is chosen, as printers call it (decisions section 9). */
const paperOf = ({ print_profile }: Pick<Settings, 'print_profile'>): PrintProfile =>
  (({ a4: 'a4', a5: 'a5', '80mm': '80', '58mm': '58' }) as const)[print_profile];

/** The shop as its papers name it, without its logo: name, how to reach it. */
function shopHead(ctx: Ctx, settings: Settings): Omit<PrintShop, 'logo'> {
  const { phone, email, website } = settings.info;
  return {
    name: getShopName(settings, ctx.locale),
    contacts: [phone, email, website].filter((one) => one !== ''),
  };
}

/** Where a browser finds the logo; null without one. */
const logoUrl = ({ logo }: Pick<Settings, 'logo'>): string | null => pictureUrl(logo);

/** The shop as its papers name it: name, how to reach it, logo. A logo that is gone is left out. */
async function letterhead(ctx: Ctx, settings: Settings): Promise<PrintShop> {
  const stored = settings.logo === null ? null : await ctx.services.files.get(settings.logo);
  const logo = stored && (await smallLogo(await buffer(stored.stream)));
  return { ...shopHead(ctx, settings), ...(logo ? { logo } : {}) };
}

async function smallLogo(picture: Buffer): Promise<Buffer> {
  // a process that prints nothing does without it: 10 MB
  const { default: sharp } = await import('sharp');
  return sharp(picture).resize({ width: LOGO_SIZE, height: LOGO_SIZE, fit: 'inside' }).png().toBuffer();
}

/** A document before it is said whose paper it is. */
export type PrintDocumentBody = Omit<PrintDocument, 'shop' | 'profile' | 'locale'>;
/** The same with the settings that say it. */
export type PrintBodyWithSettings = { readonly content: PrintDocumentBody; readonly settings: Settings };

/** A document on the shop's paper, with its logo. */
export const addLetterhead = async (
  ctx: Ctx,
  { content, settings }: PrintBodyWithSettings,
): Promise<PrintDocument> => ({
  ...content,
  locale: ctx.locale,
  profile: paperOf(settings),
  shop: await letterhead(ctx, settings),
});

/** The same for a browser that prints it itself. */
export const toPrintedContent = (ctx: Ctx, { content, settings }: PrintBodyWithSettings): PrintedContent =>
  toPrintedContentForBrowser(
    { ...content, locale: ctx.locale, profile: paperOf(settings), shop: shopHead(ctx, settings) },
    logoUrl(settings),
  );
