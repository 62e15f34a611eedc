import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Ctx } from '../../core/ctx.ts';
import type { PrintShop } from '../../core/print/paper.ts';
import { type Settings, shopName } from './setting.rules.ts';

/** Pixels of the logo's longer edge: sharp at the size it is printed in. */
const LOGO_SIZE = 256;

/** The shop as its papers name it: name, how to reach it, logo. A logo that is gone is left out. */
export async function letterhead(ctx: Ctx, settings: Settings): Promise<PrintShop> {
  const { phone, email, website } = settings.info;
  const stored = settings.logo === null ? null : await ctx.services.files.get(settings.logo);
  const logo =
    stored &&
    (await sharp(await buffer(stored.stream))
      .resize({ width: LOGO_SIZE, height: LOGO_SIZE, fit: 'inside' })
      .png()
      .toBuffer());
  return {
    name: shopName(settings, ctx.locale),
    contacts: [phone, email, website].filter((one) => one !== ''),
    ...(logo ? { logo } : {}),
  };
}
