import { isActionAllowed } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { getPermissions } from '../../../../core/access.ts';
import { type Ctx, requireAccount } from '../../../../core/ctx.ts';
import { failField } from '../../../../core/fail-field.ts';

/**
 * The kind of caller who prices or places an order: staff, a seller limited to their own orders, a driver, or a
 * customer.
 */
export type CallerKind = 'staff' | 'seller' | 'driver' | 'customer';

/**
 * Returns how the caller is limited. Full permission for orders removes the limits, whatever other
 * roles the account has; a seller who may also view all orders still sells as a seller.
 */
export function getCallerKind(ctx: Ctx, action: 'save' | 'delete' = 'save'): CallerKind {
  if (ctx.reach === 'own') return 'customer';
  const held = getPermissions(ctx);
  if (isActionAllowed(held, 'orders', action)) return 'staff';
  return isActionAllowed(held, 'seller', action) ? 'seller' : 'driver';
}

/** Fields for staff only; a customer who sends one gets a validation error. */
const STAFF_FIELDS = [
  'client_id',
  'client',
  'discount',
  'discount_type',
  'driver_id',
  'seller_id',
  'device_id',
  'drawer_id',
  'payments',
  'paid',
] as const;

type CallerFields = Readonly<
  Partial<Record<(typeof STAFF_FIELDS)[number] | 'source' | 'address_id', unknown>>
>;

/**
 * Refuses fields that this caller may not set when creating or pricing an order.
 * @throws request.invalid on the field for customers; permission.denied for sellers
 */
export function checkCallerFields(ctx: Ctx, input: CallerFields): CallerKind {
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
