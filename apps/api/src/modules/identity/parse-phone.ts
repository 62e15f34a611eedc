import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import { type Phone, readPhone } from '../../core/phone.ts';
import { readSettings, type Settings } from '../setting/index.ts';

/** The two settings that identity leans on. */
export async function readShopCountry(ctx: Ctx): Promise<Pick<Settings, 'country' | 'AppName'>> {
  return (await readSettings(ctx)).settings;
}

/** A phone as typed, read in the shop's country; null where no such number can exist. */
export async function parsePhone(ctx: Ctx, text: string): Promise<Phone | null> {
  return readPhone(text, (await readShopCountry(ctx)).country);
}

/** The same for a form's field. @throws request.invalid on that field */
export async function requirePhone(ctx: Ctx, text: string, field = 'phone'): Promise<Phone> {
  return (await parsePhone(ctx, text)) ?? failField(field, 'phone');
}
