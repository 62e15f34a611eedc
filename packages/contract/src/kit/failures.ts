/**
 * Every failure of the server: code, HTTP status and params. Its texts in ar, en and de are in
 * texts/{locale}/failures.json under the same code.
 */
type Row<P> = { readonly status: number; readonly params?: P };

/** A row of the table; `P` types the params that `fail` requires. */
const failureRow = <P = null>(status: number): Row<P> => ({ status });

export const failures = {
  'request.unreadable': failureRow(400),
  'request.too_deep': failureRow(400),
  'request.invalid': failureRow(422),
  'request.too_large': failureRow(413),
  'request.unsupported_type': failureRow(415),
  'request.method_not_allowed': failureRow(405),
  'request.timeout': failureRow(408),
  'route.missing': failureRow(404),
  'internal.defect': failureRow<{ request_id: string }>(500),
  'service.busy': failureRow<{ seconds: number }>(503),
  'rate.limited': failureRow<{ seconds: number }>(429),
  'idempotency.mismatch': failureRow(422),
  'idempotency.in_progress': failureRow(409),
  'idempotency.key_invalid': failureRow(422),

  'auth.unauthorized': failureRow(401),
  'auth.failed': failureRow(422),
  'auth.access_denied': failureRow(422),
  'auth.limited': failureRow<{ seconds: number }>(429),
  'auth.password_wrong': failureRow(422),
  'auth.password_must_change': failureRow(403),
  'otp.invalid': failureRow<{ left: number }>(422),
  'otp.expired': failureRow(422),
  'otp.locked': failureRow<{ seconds: number }>(423),
  'otp.wait': failureRow<{ seconds: number }>(429),
  'otp.not_mobile': failureRow(422),
  'user.exists': failureRow(409),

  'permission.denied': failureRow(403),
  'permission.not_held': failureRow<{ permission: string }>(403),
  'record.missing': failureRow(404),
  'record.stale': failureRow<{ version: number }>(409),
  'record.duplicate': failureRow<{ field: string }>(409),
  'record.in_use': failureRow<{ count: number }>(409),
  'record.conflict': failureRow(409),

  'account.outranked': failureRow(403),
  'account.last_admin': failureRow(409),
  'account.own': failureRow(409),
  'account.holds_cash': failureRow<{
    outstanding: number;
    currency: string;
    /** The amounts held, one per currency. */
    amounts: readonly { readonly currency: string; readonly amount: number }[];
  }>(409),
  'account.in_use': failureRow<{ orders: number; drawers: number }>(409),
  'role.own': failureRow(403),
  'role.in_use': failureRow<{ count: number }>(409),
  // accounts, units in stock, active orders and open drawers
  'branch.in_use': failureRow<{ count: number; units: number; orders: number; drawers: number }>(409),
  'till.in_use': failureRow<{ device_id: number; name: string }>(409),
  'reference.missing': failureRow<{ field: string }>(422),
  'branch.forbidden': failureRow(403),
  'branch.required': failureRow(422),
  'location.in_use': failureRow<{ count: number; children: number; addresses: number; branches: number }>(
    409,
  ),
  'location.file_unreadable': failureRow(422),
  'location.too_many_features': failureRow<{ max: number }>(422),
  'location.property_missing': failureRow<{ property: string }>(422),
  'location.import_undone': failureRow(409),
  // why a feature of an imported file of places is refused
  'location.name_needed': failureRow(422),
  'location.name_repeated': failureRow<{ feature: number }>(422),
  'location.wrong_amount': failureRow<{ property: string; value: string }>(422),
  // no zone or branch delivers to this point or area
  no_delivery: failureRow(422),
  'address.too_many': failureRow<{ max: number }>(409),
  // why a drawing is refused, and where; parts, rings and points are counted from 1
  'polygon.unreadable': failureRow<{ where: string }>(422),
  'polygon.not_a_number': failureRow<{ part: number; ring: number; point: number }>(422),
  'polygon.latitude': failureRow<{ part: number; ring: number; point: number; value: number }>(422),
  'polygon.longitude': failureRow<{ part: number; ring: number; point: number; value: number }>(422),
  'polygon.antimeridian': failureRow<{ part: number; ring: number; point: number }>(422),
  'polygon.open': failureRow<{ part: number; ring: number }>(422),
  'polygon.too_few_points': failureRow<{ part: number; ring: number }>(422),
  'polygon.crosses_itself': failureRow<{ part: number; ring: number; lat: number; lng: number }>(422),
  'polygon.hole_outside': failureRow<{ part: number; ring: number; lat: number; lng: number }>(422),
  'polygon.too_small': failureRow<{ part: number; area_m2: number; min: number }>(422),
  'polygon.too_many_points': failureRow<{ points: number; max: number }>(422),
  'polygon.too_many_crossings': failureRow<{ max: number }>(422),
  'polygon.too_many_neighbours': failureRow<{ max: number }>(422),
  'polygon.not_united': failureRow(422),

  'payment_method.in_use': failureRow<{ count: number }>(409),
  'payment_method.last_cash': failureRow(409),
  'payment_method.type_fixed': failureRow<{ count: number }>(409),
  'delivery_method.in_use': failureRow<{ count: number }>(409),
  'delivery_method.only_one': failureRow<{ count: number }>(409),
  'method.too_many': failureRow<{ max: number }>(409),

  // confirmed with force: two records then have the same name
  'name.exists': failureRow<{ noun: string; id: number; name: string }>(422),

  'category.root': failureRow(409),
  'category.cycle': failureRow(422),
  'category.in_use': failureRow<{ count: number }>(409),
  'brand.in_use': failureRow<{ count: number }>(409),
  'tax_type.in_use': failureRow<{ count: number }>(409),
  'product.in_use': failureRow<{ units: number; reserved: number }>(409),
  'slider.key_taken': failureRow(409),
  'slider.in_use': failureRow<{ count: number }>(409),
  'slider.full': failureRow<{ max: number }>(409),
  'barcode.taken': failureRow<{ barcode: string; title: string; product_id: number }>(409),
  // confirmed with force: the number then counts as the shop's own
  'barcode.own_code': failureRow<{ barcode: string }>(422),
  'product.price_missing': failureRow<{ count: number; titles: string }>(422),

  'supplier.in_use': failureRow<{ count: number }>(409),
  'receipt.locked': failureRow(409),
  'receipt.cancelled': failureRow(409),
  'receipt.bad_transition': failureRow(409),
  // returned without force; with force the request is carried out
  'receipt.needs_force': failureRow<{ reasons: readonly string[] }>(422),
  // `reasons` are the other reasons for confirmation of the same step
  'document.rows_left_out': failureRow<{
    rows: readonly { row: number | null; code: string; quantity: number | null }[];
    reasons: readonly string[];
    /** The open orders whose units are missing, if that needs confirmation too. */
    orders?: readonly number[];
  }>(422),
  // the orders whose units are missing, oldest first, at most 20
  'count.needs_force': failureRow<{ reasons: readonly string[]; orders: readonly number[] }>(422),
  'receipt.ordered_meanwhile': failureRow<{ title: string; branch: string; quantity: number }>(409),
  'receipt.no_address': failureRow(422),
  'receipt.no_lines': failureRow(422),
  'receipt.no_barcode': failureRow<{ product_id: number }>(422),
  'receipt.invoice_missing': failureRow(422),
  'receipt.line_used': failureRow<{ product_id: number }>(409),
  'receipt.has_transactions': failureRow<{ count: number }>(409),
  'stock.insufficient': failureRow<{
    product_id: number;
    item_id: number;
    branch_id: number;
    asked: number;
    available: number;
    /** The later day for which the stock is insufficient, because units expire before it. */
    wanted_at?: string;
  }>(409),
  // the same for customers, who do not see the stock
  'stock.short': failureRow<{ product_id: number }>(409),
  'stock.deactivated': failureRow<{ product_id: number }>(409),
  'transfer.same_branch': failureRow(422),
  'count.posted': failureRow(409),
  'count.empty': failureRow(422),

  // the shop's currency cannot change while orders are open
  'settings.currency_in_use': failureRow<{ count: number; currency: string }>(409),
  'order_status.in_use': failureRow<{ count: number }>(409),
  'order_status.default': failureRow(409),
  'order_status.last': failureRow<{ value: number }>(409),
  'order.product_missing': failureRow<{ product_id: number }>(422),
  'order.min_order': failureRow<{ required: number; subtotal: number; currency: string }>(422),
  'order.min_products': failureRow<{ required: number; count: number }>(422),
  'order.discount_limit': failureRow<{ max: number }>(403),
  'order.overpaid': failureRow<{ open: number; currency: string }>(422),
  'order.paid': failureRow(409),
  'order.rest_changed': failureRow<{ rest: number; currency: string }>(409),
  'order.payment_needed': failureRow<{ open: number; currency: string }>(422),
  'order.no_delivery_method': failureRow(422),
  'order.zone_elsewhere': failureRow<{ zone: string; branches: string }>(422),
  'order.status_changed': failureRow<{ version: number }>(409),
  'order.bad_transition': failureRow<{ from: number; to: number }>(409),
  'order.use_return': failureRow(409),
  'order.needs_driver': failureRow(409),
  'order.needs_force': failureRow(422),
  'order.not_undoable': failureRow(409),
  // confirmed with force: the items are then sold without a price
  'order.free_line': failureRow<{ titles: string }>(422),
  'order.not_editable': failureRow(409),
  'order.cancelled': failureRow(409),
  'order.series_interrupted': failureRow(409),
  'order.refunded': failureRow(409),
  'client.name_missing': failureRow(422),
  'pricelist.no_phones': failureRow(422),
  'pricelist.changed_since': failureRow(409),
  // the offer or discount also holds in branches that are not the caller's
  'offer.read_only': failureRow(403),
  // confirmed with force: the bundle then costs more than its parts
  'bundle.dearer': failureRow<{ parts: number; price: number; currency: string }>(422),
  'coupon.used_up': failureRow(409),
  'coupon.limited': failureRow<{ seconds: number }>(429),
  'session.not_open': failureRow(409),
  'session.already_open': failureRow<{ session_id: number }>(409),
  // a drawer holds one currency
  'session.other_currency': failureRow<{ currency: string; wanted: string }>(409),
  // a difference beyond the tolerance needs a note, or somebody responsible for the branch's cash
  'safe.note_needed': failureRow(422),
  'safe.short': failureRow<{ held: number; currency: string }>(422),
  'safe.already_banked': failureRow(409),
  'album.full': failureRow<{ max: number }>(409),
  'printer.address': failureRow(422),
  'session.note_needed': failureRow<{ tolerance: number; currency: string }>(422),
  // a drawer is counted at most twice, so that nobody can find out the difference by trying
  'session.counted': failureRow<{ count_id: number }>(409),
  // the caller may not do this alone and needs a manager's approval
  // a till: pairing, its letters, and carts put aside
  'till.switched_off': failureRow(409),
  'till.code_wrong': failureRow(422),
  'till.not_paired': failureRow(409),
  'till.unpaired': failureRow(409),
  'till.waiting': failureRow<{ count: number }>(409),
  'till.signature': failureRow(401),
  'till.letter_too_large': failureRow<{ seq: number; kilobytes: number }>(422),
  'till.not_held': failureRow(409),
  'till.exception_closed': failureRow(409),
  // why a letter is held
  'till.letter_signature': failureRow(422),
  'till.letter_unreadable': failureRow(422),
  'till.sale_unsound': failureRow(422),
  'till.number_taken': failureRow(409),
  'till.void_first': failureRow(409),
  'till.item_gone': failureRow<{ item_id: number }>(409),
  // the amount on the till's screen is no longer the shop's
  'price.changed': failureRow<{ due_before: number; due: number; currency: string }>(409),
  'hold.taken': failureRow<{ device_name: string }>(409),
  'approval.needed': failureRow(403),
  // too many wrong PINs of the account; its password still works
  'approval.locked': failureRow<{ seconds: number }>(429),
  'pin.taken': failureRow(409),
  'cash.beyond_drawer': failureRow(422),
  'cash.beyond_outstanding': failureRow<{ outstanding: number; currency: string }>(422),
  'return.empty': failureRow(422),
  'return.over': failureRow<{ line_id: number; left: number }>(409),
  'return.not_delivered': failureRow(409),
  'return.needs_approval': failureRow(403),
  'return.too_late': failureRow(409),
  // the local day of the last close
  'period.closed': failureRow<{ closed: string }>(422),
  'return.units_gone': failureRow(409),
  'return.removed': failureRow(409),
  'coupon.unknown': failureRow(422),
  'coupon.inactive': failureRow(422),
  'coupon.not_yet': failureRow(422),
  'coupon.over': failureRow(422),
  'coupon.other_branch': failureRow(422),
  'coupon.min_order': failureRow(422),
  'coupon.used_by_customer': failureRow(409),
  'coupon.customer_unknown': failureRow(422),
  'coupon.nothing_eligible': failureRow(422),
  'payment.inactive': failureRow(422),
  'payment.not_in_branch': failureRow(422),
  'payment.not_for_delivery': failureRow(422),
  'payment.below_min': failureRow(422),
  'payment.above_max': failureRow(422),
  'payment.not_combinable': failureRow(422),
  'payment.over_due': failureRow(422),
  'payment.missing': failureRow(422),
  'payment.settled': failureRow(409),
  'payment.sending': failureRow(409),
  'payment.not_sending': failureRow(409),
  'payment.sending_lately': failureRow<{ minutes: number }>(409),
  'payment.no_gateway': failureRow(422),
  'gateway.taken': failureRow(409),
  'fiscal.not_built': failureRow(422),
  'fiscal.country': failureRow(422),
  'fiscal.currency': failureRow(422),
  'fiscal.client_serial': failureRow(422),
  'fiscal.unbalanced': failureRow(422),
  'fiscal.no_code': failureRow(422),
  'fiscal.waiting': failureRow<{ count: number }>(409),
  'fiscal.not_waiting': failureRow(409),
  'mail_template.unknown_placeholder': failureRow<{ name: string }>(422),
  'mail_template.placeholder_needed': failureRow<{ name: string }>(422),
  'mail_template.no_address': failureRow(422),
  'discount.too_low': failureRow(422),
  'discount.too_high': failureRow(422),

  'import.file_missing': failureRow(422),
  'import.unreadable': failureRow(422),
  'import.old_format': failureRow(422),
  'import.encrypted': failureRow(422),
  'import.too_large': failureRow<{ megabytes: number }>(422),
  'import.too_many_rows': failureRow<{ max: number }>(422),
  'import.too_many_columns': failureRow<{ max: number }>(422),
  'import.cell_too_long': failureRow<{ max: number }>(422),
  'import.images_unreadable': failureRow(422),
  'import.empty': failureRow(422),
  'import.sheet_missing': failureRow<{ sheet: string }>(422),
  'import.mapping_missing': failureRow(422),
  'import.phone_column_missing': failureRow(422),
  'import.column_missing': failureRow<{ column: string }>(422),
  'import.state': failureRow<{ state: string }>(409),
  'import.expired': failureRow(409),
  'import.interrupted': failureRow(503),
  'import.undo_interrupted': failureRow(503),
  // the failure stored for a job whose process died
  'job.process_ended': failureRow(503),
  // errors of a file's rows, which are reported with the row number and never as a response of their own
  'import.row_barcode_missing': failureRow(422),
  'import.row_barcode_repeated': failureRow<{ row: number }>(422),
  'import.row_exists': failureRow<{ title: string; product_id: number }>(409),
  'import.row_unknown': failureRow(404),
  'import.row_values_left': failureRow<{ used: string; left: string }>(422),
  'import.row_title_missing': failureRow(422),
  'import.row_price_missing': failureRow(422),
  'import.row_code_damaged': failureRow<{ value: string }>(422),
  'import.row_not_a_number': failureRow<{ value: string }>(422),
  'import.row_step': failureRow<{ value: string }>(422),
  'import.row_status': failureRow<{ value: string }>(422),
  'import.row_category': failureRow<{ value: string }>(422),
  'import.row_image_missing': failureRow<{ name: string }>(422),
  // a picture's web address is never fetched
  'import.row_image_address': failureRow<{ address: string }>(422),
  'import.row_image_unreadable': failureRow<{ name: string }>(422),
  'import.row_name_repeated': failureRow<{ row: number }>(422),
  'import.row_total': failureRow<{ value: string }>(422),
  'import.row_name_unsure': failureRow<{ value: string }>(409),
  'import.row_number_foreign': failureRow<{ value: string; title: string }>(409),
  'import.row_name_unknown': failureRow(404),
  'import.row_name_differs': failureRow<{ value: string }>(422),
  'import.row_item_unsure': failureRow(422),
  'import.row_price_rounded': failureRow<{ value: string; price: string }>(422),
  'import.row_quantity_negative': failureRow<{ value: string }>(422),
  'import.row_quantity_uncoded': failureRow(422),
  'import.row_quantity_part': failureRow<{ value: string }>(422),
  'import.row_category_unknown': failureRow<{ value: string }>(422),
  'import.row_phone': failureRow<{ value: string }>(422),
  'import.row_phone_missing': failureRow(422),
  'import.row_phone_repeated': failureRow<{ row: number }>(422),
  'import.row_phone_staff': failureRow(409),
  'import.row_customer_exists': failureRow<{ name: string }>(409),
  'import.row_customer_unknown': failureRow(404),
  'import.row_customer_nameless': failureRow(422),
  'import.row_customer_disabled': failureRow(409),
  'import.row_email_repeated': failureRow<{ row: number }>(422),
  'import.row_email_taken': failureRow<{ value: string }>(409),
  'import.row_email_confirmed': failureRow<{ value: string }>(409),
  'import.row_addresses_full': failureRow<{ max: number }>(409),
  'import.row_customer_in_use': failureRow(409),
  'import.row_changed_since': failureRow(409),
  'import.row_received': failureRow(409),

  'image.unreadable': failureRow(422),
  'image.too_many_pixels': failureRow<{ megapixels: number }>(422),
  'upload.quota': failureRow<{ megabytes: number }>(409),
  'upload.unavailable': failureRow<{ seconds: number }>(503),
  'export.ticket_invalid': failureRow(401),
  'mail.unconfigured': failureRow(409),
  'theme.contrast': failureRow<{ ratio: number }>(422),
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
