import { latinDigits } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { hasPermission, permissionsOf } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { customersByPhones } from '../identity/index.ts';
import { internationalPhone, readSettings } from '../setting/index.ts';

type Phones = typeof api.priceList.phones;

/** Characters that are seen by nobody: zero-width signs, marks of direction. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * Reads telephones as they were typed or pasted: each in E.164, or null where it is none, and its customer for those
 * who may read accounts.
 * Rule: docs/rules/prices.md#for-whom
 */
export async function phones(
  ctx: Ctx,
  input: z.output<Phones['input']>,
): Promise<z.output<Phones['output']>> {
  const { country } = (await readSettings(ctx)).settings;
  const read = input.phones.map((typed) => ({
    typed,
    phone: internationalPhone(latinDigits(typed.normalize('NFKC')).replace(INVISIBLE, '').trim(), country),
  }));
  if (!hasPermission(permissionsOf(ctx), { resource: 'users', action: 'view' })) return read;
  const customers = await customersByPhones(
    ctx,
    read.flatMap(({ phone }) => phone ?? []),
  );
  return read.map((row) => ({
    ...row,
    customer: row.phone === null ? null : (customers.get(row.phone) ?? null),
  }));
}
