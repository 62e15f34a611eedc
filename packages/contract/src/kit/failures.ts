/**
 * Every failure of the server: code, HTTP status and params. Its texts in ar, en and de are in
 * texts/{locale}/failures.json under the same code.
 */
type Row<P> = { readonly status: number; readonly params?: P };

/** A row of the table; `P` types the params that `fail` requires. */
const row = <P = null>(status: number): Row<P> => ({ status });

export const failures = {
  'request.unreadable': row(400),
  'request.too_deep': row(400),
  'request.invalid': row(422),
  'request.too_large': row(413),
  'request.unsupported_type': row(415),
  'request.method_not_allowed': row(405),
  'request.timeout': row(408),
  'route.missing': row(404),
  'internal.defect': row<{ request_id: string }>(500),
  'service.busy': row<{ seconds: number }>(503),
  'rate.limited': row<{ seconds: number }>(429),
  'idempotency.mismatch': row(422),
  'idempotency.in_progress': row(409),
  'idempotency.key_invalid': row(422),

  'auth.unauthorized': row(401),
  'auth.failed': row(422),
  'auth.access_denied': row(422),
  'auth.limited': row<{ seconds: number }>(429),
  'auth.password_wrong': row(422),
  'auth.password_must_change': row(403),
  'otp.invalid': row<{ left: number }>(422),
  'otp.expired': row(422),
  'otp.locked': row<{ seconds: number }>(423),
  'otp.wait': row<{ seconds: number }>(429),
  'otp.not_mobile': row(422),
  'user.exists': row(409),

  'permission.denied': row(403),
  'permission.not_held': row<{ permission: string }>(403),
  'record.missing': row(404),
  'record.stale': row<{ version: number }>(409),
  'record.duplicate': row<{ field: string }>(409),
  'record.in_use': row<{ count: number }>(409),
  'record.conflict': row(409),

  'account.outranked': row(403),
  'account.last_admin': row(409),
  'account.own': row(409),
  'account.holds_cash': row<{
    outstanding: number;
    currency: string;
    /** The amounts held, one per currency. */
    amounts: readonly { readonly currency: string; readonly amount: number }[];
  }>(409),
  'account.in_use': row<{ orders: number; drawers: number }>(409),
  'role.own': row(403),
  'role.in_use': row<{ count: number }>(409),
  // accounts, units in stock, active orders and open drawers
  'branch.in_use': row<{ count: number; units: number; orders: number; drawers: number }>(409),
  'till.in_use': row<{ device_id: number; name: string }>(409),
  'reference.missing': row<{ field: string }>(422),
  'branch.forbidden': row(403),
  'branch.required': row(422),
  'location.in_use': row<{ count: number; children: number; addresses: number; branches: number }>(409),
  'location.file_unreadable': row(422),
  'location.too_many_features': row<{ max: number }>(422),
  'location.property_missing': row<{ property: string }>(422),
  'location.import_undone': row(409),
  // why a feature of an imported file of places is refused
  'location.name_needed': row(422),
  'location.name_repeated': row<{ feature: number }>(422),
  'location.wrong_amount': row<{ property: string; value: string }>(422),
  // no zone or branch delivers to this point or area
  no_delivery: row(422),
  'address.too_many': row<{ max: number }>(409),
  // why a drawing is refused, and where; parts, rings and points are counted from 1
  'polygon.unreadable': row<{ where: string }>(422),
  'polygon.not_a_number': row<{ part: number; ring: number; point: number }>(422),
  'polygon.latitude': row<{ part: number; ring: number; point: number; value: number }>(422),
  'polygon.longitude': row<{ part: number; ring: number; point: number; value: number }>(422),
  'polygon.antimeridian': row<{ part: number; ring: number; point: number }>(422),
  'polygon.open': row<{ part: number; ring: number }>(422),
  'polygon.too_few_points': row<{ part: number; ring: number }>(422),
  'polygon.crosses_itself': row<{ part: number; ring: number; lat: number; lng: number }>(422),
  'polygon.hole_outside': row<{ part: number; ring: number; lat: number; lng: number }>(422),
  'polygon.too_small': row<{ part: number; area_m2: number; min: number }>(422),
  'polygon.too_many_points': row<{ points: number; max: number }>(422),
  'polygon.too_many_crossings': row<{ max: number }>(422),
  'polygon.too_many_neighbours': row<{ max: number }>(422),
  'polygon.not_united': row(422),

  'payment_method.in_use': row<{ count: number }>(409),
  'payment_method.last_cash': row(409),
  'payment_method.type_fixed': row<{ count: number }>(409),
  'delivery_method.in_use': row<{ count: number }>(409),
  'delivery_method.only_one': row<{ count: number }>(409),
  'method.too_many': row<{ max: number }>(409),

  // confirmed with force: two records then have the same name
  'name.exists': row<{ noun: string; id: number; name: string }>(422),

  'category.root': row(409),
  'category.cycle': row(422),
  'category.in_use': row<{ count: number }>(409),
  'brand.in_use': row<{ count: number }>(409),
  'tax_type.in_use': row<{ count: number }>(409),
  'product.in_use': row<{ units: number; reserved: number }>(409),
  'slider.key_taken': row(409),
  'slider.in_use': row<{ count: number }>(409),
  'slider.full': row<{ max: number }>(409),
  'barcode.taken': row<{ barcode: string; title: string; product_id: number }>(409),
  // confirmed with force: the number then counts as the shop's own
  'barcode.own_code': row<{ barcode: string }>(422),
  'product.price_missing': row<{ count: number; titles: string }>(422),

  'supplier.in_use': row<{ count: number }>(409),
  'receipt.locked': row(409),
  'receipt.cancelled': row(409),
  'receipt.bad_transition': row(409),
  // returned without force; with force the request is carried out
  'receipt.needs_force': row<{ reasons: readonly string[] }>(422),
  // `reasons` are the other reasons for confirmation of the same step
  'document.rows_left_out': row<{
    rows: readonly { row: number | null; code: string; quantity: number | null }[];
    reasons: readonly string[];
    /** The open orders whose units are missing, if that needs confirmation too. */
    orders?: readonly number[];
  }>(422),
  // the orders whose units are missing, oldest first, at most 20
  'count.needs_force': row<{ reasons: readonly string[]; orders: readonly number[] }>(422),
  'receipt.ordered_meanwhile': row<{ title: string; branch: string; quantity: number }>(409),
  'receipt.no_address': row(422),
  'receipt.no_lines': row(422),
  'receipt.no_barcode': row<{ product_id: number }>(422),
  'receipt.invoice_missing': row(422),
  'receipt.line_used': row<{ product_id: number }>(409),
  'receipt.has_transactions': row<{ count: number }>(409),
  'stock.insufficient': row<{
    product_id: number;
    item_id: number;
    branch_id: number;
    asked: number;
    available: number;
    /** The later day for which the stock is insufficient, because units expire before it. */
    wanted_at?: string;
  }>(409),
  // the same for customers, who do not see the stock
  'stock.short': row<{ product_id: number }>(409),
  'stock.deactivated': row<{ product_id: number }>(409),
  'transfer.same_branch': row(422),
  'count.posted': row(409),
  'count.empty': row(422),

  // the shop's currency cannot change while orders are open
  'settings.currency_in_use': row<{ count: number; currency: string }>(409),
  'order_status.in_use': row<{ count: number }>(409),
  'order_status.default': row(409),
  'order_status.last': row<{ value: number }>(409),
  'order.product_missing': row<{ product_id: number }>(422),
  'order.min_order': row<{ required: number; subtotal: number; currency: string }>(422),
  'order.min_products': row<{ required: number; count: number }>(422),
  'order.discount_limit': row<{ max: number }>(403),
  'order.overpaid': row<{ open: number; currency: string }>(422),
  'order.paid': row(409),
  'order.rest_changed': row<{ rest: number; currency: string }>(409),
  'order.payment_needed': row<{ open: number; currency: string }>(422),
  'order.no_delivery_method': row(422),
  'order.zone_elsewhere': row<{ zone: string; branches: string }>(422),
  'order.status_changed': row<{ version: number }>(409),
  'order.bad_transition': row<{ from: number; to: number }>(409),
  'order.use_return': row(409),
  'order.needs_driver': row(409),
  'order.needs_force': row(422),
  'order.not_undoable': row(409),
  // confirmed with force: the items are then sold without a price
  'order.free_line': row<{ titles: string }>(422),
  'order.not_editable': row(409),
  'order.cancelled': row(409),
  'order.series_interrupted': row(409),
  'order.refunded': row(409),
  'client.name_missing': row(422),
  'pricelist.no_phones': row(422),
  'pricelist.changed_since': row(409),
  // the offer or discount also holds in branches that are not the caller's
  'offer.read_only': row(403),
  // confirmed with force: the bundle then costs more than its parts
  'bundle.dearer': row<{ parts: number; price: number; currency: string }>(422),
  'coupon.used_up': row(409),
  'coupon.limited': row<{ seconds: number }>(429),
  'session.not_open': row(409),
  'session.already_open': row<{ session_id: number }>(409),
  // a drawer holds one currency
  'session.other_currency': row<{ currency: string; wanted: string }>(409),
  // a difference beyond the tolerance needs a note, or somebody responsible for the branch's cash
  'safe.note_needed': row(422),
  'safe.short': row<{ held: number; currency: string }>(422),
  'safe.already_banked': row(409),
  'album.full': row<{ max: number }>(409),
  'printer.address': row(422),
  'session.note_needed': row<{ tolerance: number; currency: string }>(422),
  // a drawer is counted at most twice, so that nobody can find out the difference by trying
  'session.counted': row<{ count_id: number }>(409),
  // the caller may not do this alone and needs a manager's approval
  // a till: pairing, its letters, and carts put aside
  'till.switched_off': row(409),
  'till.code_wrong': row(422),
  'till.not_paired': row(409),
  'till.unpaired': row(409),
  'till.waiting': row<{ count: number }>(409),
  'till.signature': row(401),
  'till.letter_too_large': row<{ seq: number; kilobytes: number }>(422),
  'till.not_held': row(409),
  'till.exception_closed': row(409),
  // why a letter is held
  'till.letter_signature': row(422),
  'till.letter_unreadable': row(422),
  'till.sale_unsound': row(422),
  'till.number_taken': row(409),
  'till.void_first': row(409),
  'till.item_gone': row<{ item_id: number }>(409),
  // the amount on the till's screen is no longer the shop's
  'price.changed': row<{ due_before: number; due: number; currency: string }>(409),
  'hold.taken': row<{ device_name: string }>(409),
  'approval.needed': row(403),
  // too many wrong PINs of the account; its password still works
  'approval.locked': row<{ seconds: number }>(429),
  'pin.taken': row(409),
  'cash.beyond_drawer': row(422),
  'cash.beyond_outstanding': row<{ outstanding: number; currency: string }>(422),
  'return.empty': row(422),
  'return.over': row<{ line_id: number; left: number }>(409),
  'return.not_delivered': row(409),
  'return.needs_approval': row(403),
  'return.too_late': row(409),
  // the local day of the last close
  'period.closed': row<{ closed: string }>(422),
  'return.units_gone': row(409),
  'return.removed': row(409),
  'coupon.unknown': row(422),
  'coupon.inactive': row(422),
  'coupon.not_yet': row(422),
  'coupon.over': row(422),
  'coupon.other_branch': row(422),
  'coupon.min_order': row(422),
  'coupon.used_by_customer': row(409),
  'coupon.customer_unknown': row(422),
  'coupon.nothing_eligible': row(422),
  'payment.inactive': row(422),
  'payment.not_in_branch': row(422),
  'payment.not_for_delivery': row(422),
  'payment.below_min': row(422),
  'payment.above_max': row(422),
  'payment.not_combinable': row(422),
  'payment.over_due': row(422),
  'payment.missing': row(422),
  'payment.settled': row(409),
  'payment.sending': row(409),
  'payment.not_sending': row(409),
  'payment.sending_lately': row<{ minutes: number }>(409),
  'payment.no_gateway': row(422),
  'gateway.taken': row(409),
  'fiscal.not_built': row(422),
  'fiscal.country': row(422),
  'fiscal.currency': row(422),
  'fiscal.client_serial': row(422),
  'fiscal.unbalanced': row(422),
  'fiscal.no_code': row(422),
  'fiscal.waiting': row<{ count: number }>(409),
  'fiscal.not_waiting': row(409),
  'mail_template.unknown_placeholder': row<{ name: string }>(422),
  'mail_template.placeholder_needed': row<{ name: string }>(422),
  'mail_template.no_address': row(422),
  'discount.too_low': row(422),
  'discount.too_high': row(422),

  'import.file_missing': row(422),
  'import.unreadable': row(422),
  'import.old_format': row(422),
  'import.encrypted': row(422),
  'import.too_large': row<{ megabytes: number }>(422),
  'import.too_many_rows': row<{ max: number }>(422),
  'import.too_many_columns': row<{ max: number }>(422),
  'import.cell_too_long': row<{ max: number }>(422),
  'import.images_unreadable': row(422),
  'import.empty': row(422),
  'import.sheet_missing': row<{ sheet: string }>(422),
  'import.mapping_missing': row(422),
  'import.phone_column_missing': row(422),
  'import.column_missing': row<{ column: string }>(422),
  'import.state': row<{ state: string }>(409),
  'import.expired': row(409),
  'import.interrupted': row(503),
  'import.undo_interrupted': row(503),
  // the failure stored for a job whose process died
  'job.process_ended': row(503),
  // errors of a file's rows, which are reported with the row number and never as a response of their own
  'import.row_barcode_missing': row(422),
  'import.row_barcode_repeated': row<{ row: number }>(422),
  'import.row_exists': row<{ title: string; product_id: number }>(409),
  'import.row_unknown': row(404),
  'import.row_values_left': row<{ used: string; left: string }>(422),
  'import.row_title_missing': row(422),
  'import.row_price_missing': row(422),
  'import.row_code_damaged': row<{ value: string }>(422),
  'import.row_not_a_number': row<{ value: string }>(422),
  'import.row_step': row<{ value: string }>(422),
  'import.row_status': row<{ value: string }>(422),
  'import.row_category': row<{ value: string }>(422),
  'import.row_image_missing': row<{ name: string }>(422),
  // a picture's web address is never fetched
  'import.row_image_address': row<{ address: string }>(422),
  'import.row_image_unreadable': row<{ name: string }>(422),
  'import.row_name_repeated': row<{ row: number }>(422),
  'import.row_total': row<{ value: string }>(422),
  'import.row_name_unsure': row<{ value: string }>(409),
  'import.row_number_foreign': row<{ value: string; title: string }>(409),
  'import.row_name_unknown': row(404),
  'import.row_name_differs': row<{ value: string }>(422),
  'import.row_item_unsure': row(422),
  'import.row_price_rounded': row<{ value: string; price: string }>(422),
  'import.row_quantity_negative': row<{ value: string }>(422),
  'import.row_quantity_uncoded': row(422),
  'import.row_quantity_part': row<{ value: string }>(422),
  'import.row_category_unknown': row<{ value: string }>(422),
  'import.row_phone': row<{ value: string }>(422),
  'import.row_phone_missing': row(422),
  'import.row_phone_repeated': row<{ row: number }>(422),
  'import.row_phone_staff': row(409),
  'import.row_customer_exists': row<{ name: string }>(409),
  'import.row_customer_unknown': row(404),
  'import.row_customer_nameless': row(422),
  'import.row_customer_disabled': row(409),
  'import.row_email_repeated': row<{ row: number }>(422),
  'import.row_email_taken': row<{ value: string }>(409),
  'import.row_email_confirmed': row<{ value: string }>(409),
  'import.row_addresses_full': row<{ max: number }>(409),
  'import.row_customer_in_use': row(409),
  'import.row_changed_since': row(409),
  'import.row_received': row(409),

  'image.unreadable': row(422),
  'image.too_many_pixels': row<{ megapixels: number }>(422),
  'upload.quota': row<{ megabytes: number }>(409),
  'upload.unavailable': row<{ seconds: number }>(503),
  'export.ticket_invalid': row(401),
  'mail.unconfigured': row(409),
  'theme.contrast': row<{ ratio: number }>(422),
} as const;

export type FailureCode = keyof typeof failures;

/** True when a text is a failure code. */
export const isFailureCode = (text: string): text is FailureCode => Object.hasOwn(failures, text);

/** The params of a code; null when it has none. */
export type FailureParams<C extends FailureCode> = (typeof failures)[C] extends Row<infer P> ? P : never;

/**
 * A failure that the server answers in the caller's language, and the only class of the code base. `fields` are
 * messages by field, for problems in the request itself.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly params: Record<string, unknown>;
  /** The request field that the failure belongs to, so that a form can show it there. */
  readonly field: string | null;

  constructor(code: FailureCode, params: Record<string, unknown> = {}, field: string | null = null) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.params = params;
    this.field = field;
  }

  get status(): number {
    return failures[this.code].status;
  }
}

/**
 * Throws the Failure of `code`; a code with params does not compile without them. With `field`, the message also
 * appears on that form field.
 */
export function fail<C extends FailureCode>(
  code: C,
  ...rest: FailureParams<C> extends null
    ? [params?: undefined, field?: string]
    : [params: FailureParams<C>, field?: string]
): never {
  const [params, field] = rest as [Record<string, unknown> | undefined, string | undefined];
  throw new Failure(code, params ?? {}, field ?? null);
}
