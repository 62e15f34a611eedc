// our own table, because ICU says 0 decimals for IQD
const SCALES: Readonly<Record<string, number>> = {
  QAR: 2,
  EGP: 2,
  EUR: 2,
  SAR: 2,
  AED: 2,
  GBP: 2,
  USD: 2,
  KWD: 3,
  BHD: 3,
  OMR: 3,
  JOD: 3,
  TND: 3,
  LYD: 3,
  IQD: 3,
  JPY: 0,
  KRW: 0,
};

/** The currencies with a known scale. */
export const CURRENCIES: readonly string[] = Object.keys(SCALES);

/** The decimals of a currency; 2 for an unknown one. */
export function getCurrencyScale(currency: string): number {
  return Object.hasOwn(SCALES, currency) ? (SCALES[currency] ?? 2) : 2;
}

const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

/** A finite number as plain decimal digits without an exponent: 1e-7 is '0.0000001'. */
function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('not a finite number');
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const zeros = '0'.repeat(Math.max(0, 1 - point));
  const digits = zeros + (whole + fraction).padEnd(point, '0');
  const tail = digits.slice(point + zeros.length);
  return `${value < 0 ? '-' : ''}${digits.slice(0, point + zeros.length)}${tail ? `.${tail}` : ''}`;
}

/** The number of decimals of a finite number: 12.5 has 1, 1e-7 has 7. */
export function countDecimalPlaces(value: number): number {
  return plainDecimal(value).split('.')[1]?.length ?? 0;
}

/** Decimal places of stored prices, the same for every currency. */
const STORED_PRICE_SCALE = 4;

/**
 * Minor units of an amount stored with `kept` decimals; an amount stored in a currency with more decimals is rounded
 * half away from zero. RangeError as for toMinor.
 */
export const toMinorRounded = (
  amount: number | string,
  scale: number,
  storedScale = STORED_PRICE_SCALE,
): bigint => divideRounded(toMinor(amount, storedScale), 10n ** BigInt(storedScale - scale));

/**
 * Exact minor units of an amount in major units. A string must be plain digits. RangeError when it is not a number or
 * has more decimals than `scale`.
 */
export function toMinor(amount: number | string, scale: number): bigint {
  const text = typeof amount === 'number' ? plainDecimal(amount) : amount;
  const match = DECIMAL.exec(text);
  if (!match) throw new RangeError('not a decimal amount');
  const [, sign, whole = '', fraction = ''] = match;
  // the look-behind keeps a long row of zeros linear
  const significant = fraction.replace(/(?<!0)0+$/, '');
  if (significant.length > scale) throw new RangeError(`more than ${scale} decimals`);
  const minor = BigInt(whole + significant.padEnd(scale, '0'));
  return sign ? -minor : minor;
}

/** Minor units as a number in major units; exact for every amount up to 999,999,999.9999. */
export function fromMinor(minor: bigint, scale: number): number {
  return Number(formatMinor(minor, scale));
}

/** Minor units as decimal text with all decimals of the scale: 1250n at 2 is '12.50'. */
export function formatMinor(minor: bigint, scale: number): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale > 0 ? `${whole}.${digits.slice(digits.length - scale)}` : whole;
  return minor < 0n ? `-${text}` : text;
}

/** n/d rounded half away from zero. RangeError when d is 0. */
export function divideRounded(n: bigint, d: bigint): bigint {
  if (d === 0n) throw new RangeError('division by zero');
  const negative = n < 0n !== d < 0n;
  const numerator = n < 0n ? -n : n;
  const divisor = d < 0n ? -d : d;
  const rounded = (2n * numerator + divisor) / (2n * divisor);
  return negative ? -rounded : rounded;
}
