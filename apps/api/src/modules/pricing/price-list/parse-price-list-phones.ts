import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { getPermissions, hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { findCustomersByPhones } from '../../identity/index.ts';
import { parseInternationalPhone, readSettings } from '../../setting/index.ts';

type Phones = typeof api.priceList.phones;

/**
 * Parses typed or pasted phone numbers: each in E.164, or null if invalid, with its customer for callers who may read
 * accounts.
 * Rule: docs/rules/prices.md#for-whom
 */
export async function parsePriceListPhones(
  ctx: Ctx,
  input: z.output<Phones['input']>,
): Promise<z.output<Phones['output']>> {
  const { country } = (await readSettings(ctx)).settings;
  const read = input.phones.map((typed) => ({
    typed,
    phone: parseInternationalPhone(typed, country),
  }));
  if (!hasPermission(getPermissions(ctx), { resource: 'users', action: 'view' })) return read;
  const customers = await findCustomersByPhones(
    ctx,
    read.flatMap(({ phone }) => phone ?? []),
  );
  return read.map((row) => ({
    ...row,
    customer: row.phone === null ? null : (customers.get(row.phone) ?? null),
  }));
}
