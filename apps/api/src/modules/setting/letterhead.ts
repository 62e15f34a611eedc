import { buffer } from 'node:stream/consumers';
import type { PrintProfile } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import { pictureUrl } from '../../core/pictures.ts';
import type { PrintShop } from '../../core/print/paper.ts';
import { type Settings, shopName } from './setting.rules.ts';

/** Pixels of the logo's longer edge: sharp at the size it is printed in. */
const LOGO_SIZE = 256;

/** What invoices are printed on where nothing else is chosen, as printers call it (decisions section 9). */
export const paperOf = ({ print_profile }: Pick<Settings, 'print_profile'>): PrintProfile =>
  (({ a4: 'a4', a5: 'a5', '80mm': '80', '58mm': '58' }) as const)[print_profile];

/** The shop as its papers name it, without its logo: name, how to reach it. */
export function shopHead(ctx: Ctx, settings: Settings): Omit<PrintShop, 'logo'> {
  const { phone, email, website } = settings.info;
  return {
    name: shopName(settings, ctx.locale),
    contacts: [phone, email, website].filter((one) => one !== ''),
  };
}

/** Where a browser finds the logo; null without one. */
export const logoUrl = ({ logo }: Pick<Settings, 'logo'>): string | null => pictureUrl(logo);

/** The shop as its papers name it: name, how to reach it, logo. A logo that is gone is left out. */
export async function letterhead(ctx: Ctx, settings: Settings): Promise<PrintShop> {
  const stored = settings.logo === null ? null : await ctx.services.files.get(settings.logo);
  const logo = stored && (await smallLogo(await buffer(stored.stream)));
  return { ...shopHead(ctx, settings), ...(logo ? { logo } : {}) };
}

async function smallLogo(picture: Buffer): Promise<Buffer> {
  // a process that prints nothing does without it: 10 MB
  const { default: sharp } = await import('sharp');
  return sharp(picture).resize({ width: LOGO_SIZE, height: LOGO_SIZE, fit: 'inside' }).png().toBuffer();
}
