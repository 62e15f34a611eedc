import { isActionAllowed } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { getPermissions } from '../../../../core/access.ts';
import { type Ctx, requireAccount } from '../../../../core/ctx.ts';
import { failField } from '../../../../core/fail-field.ts';

/** In whose name an order is priced or made: the shop's staff, a seller narrowed to their own, a customer. */
export type CallerKind = 'staff' | 'seller' | 'driver' | 'customer';

/**
 * How narrow a caller is in what they do (decisions 0.4). Whom orders lets do it is not narrowed, whatever else they
 * hold; a seller who may also look at all orders sells as a seller.
 */
export function getCallerKind(ctx: Ctx, action: 'save' | 'delete' = 'save'): CallerKind {
  if (ctx.reach === 'own') return 'customer';
  const held = getPermissions(ctx);
  if (isActionAllowed(held, 'orders', action)) return 'staff';
  return isActionAllowed(held, 'seller', action) ? 'seller' : 'driver';
}

/** What only staff may say of an order; a customer's saying it is wrong in itself (decisions 0.4). */
const STAFF_FIELDS = [
  'client_id',
  'client',
  'discount',
  'discount_type',
  'driver_id',
  'seller_id',
  'device_id',
  'payments',
  'paid',
] as const;

type Said = Readonly<Partial<Record<(typeof STAFF_FIELDS)[number] | 'source' | 'address_id', unknown>>>;

/**
 * Refuses what this caller may not say of an order they make or price.
 * @throws request.invalid on the field for customers; permission.denied for sellers
 */
export function checkCallerFields(ctx: Ctx, input: Said): CallerKind {
  const kind = getCallerKind(ctx);
  if (kind === 'customer') {
    for (const field of STAFF_FIELDS) if (input[field] != null) failField(field, 'unknown_field');
    if (input.source === 'dashboard') failField('source', 'unknown_field');
  }
  if (kind === 'seller') {
    if (input.driver_id != null) fail('permission.denied');
    if (input.seller_id != null && input.seller_id !== requireAccount(ctx).id) fail('permission.denied');
  }
  return kind;
}
