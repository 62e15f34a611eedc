/** The fiscal slots, in their order on signed documents. Rule: docs/rules/taxes.md#what-is-signed */
export const FISCAL_SLOTS = ['NORMAL', 'REDUCED_1', 'SPECIAL_RATE_1', 'SPECIAL_RATE_2', 'NULL'] as const;

export type FiscalSlot = (typeof FISCAL_SLOTS)[number];

/** The amounts of a signed receipt, in cents. */
export type FiscalReceipt = {
  readonly vat: readonly { readonly slot: FiscalSlot; readonly gross: bigint }[];
  readonly payments: readonly {
    readonly kind: 'CASH' | 'NON_CASH';
    readonly amount: bigint;
    readonly currency: string;
  }[];
};

/** The process type of sales and returns. */
export const PROCESS_TYPE = 'Kassenbeleg-V1';

function formatCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const sumAmounts = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);

/** True when the amounts by tax rate add up to the payments. Rule: docs/rules/taxes.md#what-is-signed */
export const isFiscalReceiptBalanced = ({ vat, payments }: FiscalReceipt): boolean =>
  sumAmounts(vat.map(({ gross }) => gross)) === sumAmounts(payments.map(({ amount }) => amount));

/** Formats payments for signing: one amount per kind and currency, cash first, euros without the currency code. */
function formatPayments(payments: FiscalReceipt['payments']): string {
  const amounts = new Map<string, bigint>();
  const cashFirst = [...payments].sort(
    (a, b) => Number(a.kind === 'NON_CASH') - Number(b.kind === 'NON_CASH'),
  );
  for (const { kind, amount, currency } of cashFirst) {
    const key = `${kind === 'CASH' ? 'Bar' : 'Unbar'}${currency === 'EUR' ? '' : `:${currency}`}`;
    amounts.set(key, (amounts.get(key) ?? 0n) + amount);
  }
  return [...amounts].map(([key, amount]) => `${formatCents(amount)}:${key}`).join('_');
}

/** Formats the data of a receipt for signing and printing. Rule: docs/rules/taxes.md#what-is-signed */
export function formatProcessData(receipt: FiscalReceipt): string {
  const bySlot = FISCAL_SLOTS.map((slot) =>
    formatCents(sumAmounts(receipt.vat.flatMap((one) => (one.slot === slot ? [one.gross] : [])))),
  );
  return `Beleg^${bySlot.join('_')}^${formatPayments(receipt.payments)}`;
}

/** Returns the data with every amount negated, which cancels a receipt. Rule: docs/rules/taxes.md#what-is-signed */
export const reverseProcessData = (process_data: string): string =>
  process_data.replace(/(-?)(?<!\d)(\d{1,15}\.\d\d)/g, (_all, minus: string, amount: string) =>
    minus === '-' || amount === '0.00' ? amount : `-${amount}`,
  );

/** The fields of a signed receipt's code, in order. */
export const FISCAL_CODE_FIELDS = [
  'version',
  'client_serial',
  'process_type',
  'process_data',
  'transaction_number',
  'signature_counter',
  'started_at',
  'log_time',
  'algorithm',
  'log_time_format',
  'signature_value',
  'public_key',
] as const;

export type FiscalCode = Readonly<Record<(typeof FISCAL_CODE_FIELDS)[number], string>>;

/** Formats a receipt's code. */
export const formatFiscalCode = (code: FiscalCode): string =>
  FISCAL_CODE_FIELDS.map((field) => code[field]).join(';');

/** Parses a receipt's code; null for other texts. */
export function parseFiscalCode(text: string): FiscalCode | null {
  const parts = text.trim().split(';');
  if (parts.length !== FISCAL_CODE_FIELDS.length || parts[0] !== 'V0') return null;
  return Object.fromEntries(FISCAL_CODE_FIELDS.map((field, n) => [field, parts[n] ?? ''])) as FiscalCode;
}

/** Maximum length of a till's name under a certificate. */
const CLIENT_SERIAL_MAX = 70;

/**
 * Returns the name of a till under a certificate; null when its branch's number contains a character that would break
 * the code.
 */
export function toClientSerial(branch_no: string, device_id: number): string | null {
  const serial = `POS-${branch_no}-${device_id}`;
  return /^[^/_;\p{C}]+$/u.test(serial) && serial.length <= CLIENT_SERIAL_MAX ? serial : null;
}
