import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import { type ParsedPhone, parsePhoneNumber } from '../../core/text/phone.ts';
import { readSettings, type Settings } from '../setting/index.ts';

/** Reads the two settings that this module uses. */
export async function readShopCountry(ctx: Ctx): Promise<Pick<Settings, 'country' | 'AppName'>> {
  return (await readSettings(ctx)).settings;
}

/** Parses a phone number with the shop's country as default; null for impossible numbers. */
export async function parsePhone(ctx: Ctx, text: string): Promise<ParsedPhone | null> {
  return parsePhoneNumber(text, (await readShopCountry(ctx)).country);
}

/** Parses the phone number of a form field. @throws request.invalid on that field */
export async function requirePhone(ctx: Ctx, text: string, field = 'phone'): Promise<ParsedPhone> {
  return (await parsePhone(ctx, text)) ?? failField(field, 'phone');
}
