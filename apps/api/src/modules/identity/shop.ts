import type { Localized } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { invalid } from '../../core/invalid.ts';
import { type Phone, readPhone } from './phone.ts';

type Shop = { readonly country: string; readonly AppName: Localized };

/** The two settings that identity leans on; the defaults hold until the shop has saved any. */
export async function shopOf(ctx: Ctx): Promise<Shop> {
  const row = await ctx.db.setting.findUnique({ where: { id: 1 }, select: { data: true } });
  const data = (row?.data ?? {}) as Partial<Shop>;
  const named = Object.values(data.AppName ?? {}).some((part) => part);
  return {
    country: typeof data.country === 'string' ? data.country : 'QA',
    AppName: named && data.AppName ? data.AppName : { ar: 'دكان', en: 'Dukkan', de: 'Dukkan' },
  };
}

/** A phone as typed, read in the shop's country; null where no such number can exist. */
export async function phoneOf(ctx: Ctx, text: string): Promise<Phone | null> {
  return readPhone(text, (await shopOf(ctx)).country);
}

/** The same for a form's field. @throws request.invalid on that field */
export async function phoneField(ctx: Ctx, text: string, field = 'phone'): Promise<Phone> {
  return (await phoneOf(ctx, text)) ?? invalid(field, 'phone');
}
