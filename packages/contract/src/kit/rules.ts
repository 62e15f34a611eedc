import type { Localized } from '@dukkan/commerce';
import {
  containsCardNumber,
  countUtf8Bytes,
  findDiscountProblem,
  isAmexNumber,
  isBarcode,
  LOCALES,
  listMissingLocales,
  listUnmetPasswordRules,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN,
} from '@dukkan/commerce';
import * as z from 'zod';
import { decodePunycode } from './punycode.ts';

/**
 * The validation rules by their stable names; each has a text in texts/{ar,en,de}/rules.json. Zod's own rules (min,
 * max, int, enum …) get these names in explain.ts.
 */
export const RULES = [
  'required',
  'required_if',
  'email',
  'min_value',
  'max_value',
  // cash received that does not cover what it pays
  'cash_short',
  'above',
  'below',
  'between',
  'positive',
  'decimals',
  'multiple_of',
  'integer',
  'numeric',
  'digits',
  'pin',
  'min_characters',
  'max_characters',
  'length',
  'min_items',
  'max_items',
  'distinct',
  'alpha',
  'alpha_dash',
  'alpha_num',
  'alpha_spaces',
  'regex',
  'confirmed',
  'not_before',
  'range_days',
  'paper_rows',
  'one_of',
  'one_currency',
  'excluded',
  'text',
  'flag',
  'date',
  'instant',
  'list',
  'object',
  'phone',
  'url',
  'picture',
  'image',
  'image_dimensions',
  'image_width',
  'file_extension',
  'file_type',
  'file_size',
  'credit_card',
  'card_number',
  'password',
  'password_min',
  'password_bytes',
  'password_known',
  'discount_required',
  'discount_low',
  'discount_high',
  'discount_products',
  'barcode',
  'well_formed',
  'single_line',
  'unknown_field',
  'too_deep',
  'invalid',
] as const;

export type RuleName = (typeof RULES)[number];

export type RuleParams = Readonly<Record<string, string | number | readonly (string | number)[]>>;

type Check<T> = z.core.$ZodCheck<T>;

/** A check whose issue carries `{ rule, ...params }`; `abort` skips the checks after it. */
export function rule<T>(
  name: RuleName,
  test: (value: T) => boolean,
  params: RuleParams = {},
  abort = false,
): Check<T> {
  return z.refine<T>(test, { params: { rule: name, ...params }, abort });
}

/** A check over several fields of an object; its issue belongs to `field`. */
export function fieldRule<T>(
  name: RuleName,
  field: keyof T & string,
  test: (value: T) => boolean,
  params: RuleParams = {},
): Check<T> {
  return z.refine<T>(test, { path: [field], params: { rule: name, ...params } });
}

const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  Number.isNaN(value) ||
  (Array.isArray(value) && !value.length);

// --- presence

/** A text with visible characters; spaces and invisible characters alone do not count. */
export const required = (): Check<string> =>
  rule('required', (text) => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text));

/** A localized text with at least one language. */
export const requiredLocalized = (): Check<Localized> =>
  rule('required', (texts) => listMissingLocales(texts).length < LOCALES.length);

/** Requires `field` when `when` is true; `other` is the field that the condition is about. */
export const requiredIf = <T>(
  field: keyof T & string,
  other: string,
  when: (value: T) => boolean,
): Check<T> =>
  fieldRule('required_if', field, (value) => !when(value) || !isMissing(value[field]), { other });

// --- numbers

/** A number; NaN and infinities are refused. */
export const numeric = () => z.number();
/** A whole number. */
export const integer = () => z.int();
export const minValue = (min: number) => z.gte(min);
export const maxValue = (max: number) => z.lte(max);
/** min ≤ value ≤ max, with both bounds in the text. */
export const between = (min: number, max: number): Check<number> =>
  rule('between', (value) => value >= min && value <= max, { min, max });
/** At least 0, with its own message. */
export const positive = (): Check<number> => rule('positive', (value) => value >= 0);

// --- texts

export const minCharacters = (min: number) => z.minLength(min);
export const maxCharacters = (max: number) => z.maxLength(max);
/** Exactly `length` characters. */
export const exactLength = (length: number) => z.length(length);
/** Exactly `length` Latin digits. */
export const digits = (length: number): Check<string> =>
  rule('digits', (text) => text.length === length && /^[0-9]*$/.test(text), { length });
/** Four to eight Latin digits. */
export const pinSpelling = (): Check<string> => rule('pin', (text) => /^[0-9]{4,8}$/.test(text));
export const matches = (pattern: RegExp) => z.regex(pattern);
/** Letters of any script. */
export const alpha = (): Check<string> => rule('alpha', (text) => /^[\p{L}\p{M}]*$/u.test(text));
/** Letters, digits, dashes and underscores. */
export const alphaDash = (): Check<string> =>
  rule('alpha_dash', (text) => /^[\p{L}\p{M}\p{N}_-]*$/u.test(text));
/** Letters and digits. */
export const alphaNum = (): Check<string> => rule('alpha_num', (text) => /^[\p{L}\p{M}\p{N}]*$/u.test(text));
/** Letters and spaces. */
export const alphaSpaces = (): Check<string> =>
  rule('alpha_spaces', (text) => /^[\p{L}\p{M}\s]*$/u.test(text));

/**
 * Only characters of XML 1.0, so that a workbook can contain the text: no NUL or other control characters except tab
 * and line ends, no U+FFFE or U+FFFF, no lone surrogates. At most 30 combining marks on a letter, the limit of
 * Unicode's stream-safe format.
 */
export const xmlCharacters = (): Check<string> =>
  rule(
    'well_formed',
    (text) => text.isWellFormed() && !hasForbidden(text) && !/\p{M}{31}/u.test(text),
    {},
    true,
  );

const hasForbidden = (text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0xfffe || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) return true;
  }
  return false;
};

/** One @, a valid local part and a domain of at least two labels; runs in linear time. */
export const emailAddress = (): Check<string> => rule('email', isEmail);

function isEmail(text: string): boolean {
  const atIndex = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(atIndex, 0));
  const labels = text.slice(atIndex + 1).split('.');
  if (atIndex < 1 || local.length > 64 || labels.length < 2) return false;
  if (local.split('.').includes('') || /[\s"(),:;<>@[\\\]\p{C}]/u.test(local)) return false;
  const isLabel = (label: string): boolean =>
    label.length <= 63 &&
    /^[\p{L}\p{M}\p{N}-]+$/u.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-');
  return labels.every(isLabel) && /[^0-9-]/.test(labels.at(-1) ?? '') && (labels.at(-1) ?? '').length >= 2;
}

/** An http or https URL without credentials; no other kind is stored or linked. */
export const webAddress = (): Check<string> =>
  rule(
    'url',
    (text) => z.url({ protocol: /^https?$/ }).safeParse(text).success && !/^[^/]*\/\/[^/]*@/.test(text),
  );

const LINK = /^https:\/\/([^\s/?#\\@:]+)(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/iu;
/** A part of a host name: Latin or Arabic letters, never both, so that no name can imitate another. */
const HOST_PART =
  /^(?!-)(?:[a-z0-9\u00df-\u00f6\u00f8-\u00ff-]{1,63}|[\p{Script=Arabic}0-9-]{1,63})(?<!-)$/iu;

/** Returns a part of a host name as it is shown: Punycode is decoded, and null when that is not possible. */
function readHostPart(part: string): string | null {
  if (!/^xn--/i.test(part)) return part;
  const text = decodePunycode(part.slice(4));
  return text !== null && /[^a-z0-9-]/i.test(text) ? text : null;
}

/**
 * True when a URL may be shown to customers: https, a host name in which each part uses one script (Punycode counts as
 * what it stands for), no user and no password.
 */
export function isCustomerLink(text: string): boolean {
  const host = LINK.exec(text)?.[1];
  if (host === undefined || !z.url().safeParse(text).success) return false;
  const parts = host.split('.');
  return (
    parts.length > 1 &&
    parts.every((part) => HOST_PART.test(readHostPart(part) ?? '')) &&
    !/^\d+$/.test(parts.at(-1) ?? '')
  );
}

/** Digits, spaces, dashes, dots, slashes and brackets with an optional + in front, at least three digits. */
export const phoneSpelling = (): Check<string> =>
  rule('phone', (text) => /^([ (]*\+)?[0-9 ()./-]*$/.test(text) && text.replace(/[^0-9]/g, '').length >= 3);

/** An American Express number: 15 digits that start with 34 or 37. */
export const amexNumber = (): Check<string> => rule('credit_card', isAmexNumber);
/** No payment card number anywhere in the text, because card numbers are never stored. */
export const noCardNumber = (): Check<string> => rule('card_number', (text) => !containsCardNumber(text));

// --- passwords

/** The password rule, with separate messages for too short and for longer than bcrypt reads. */
export const strongPassword = (): Check<string> =>
  z.check<string>((payload) => {
    const issue = (name: RuleName, params: RuleParams): number =>
      payload.issues.push({
        code: 'custom',
        input: payload.value,
        continue: true,
        params: { rule: name, ...params },
      });
    const gaps = listUnmetPasswordRules(payload.value);
    if (gaps.includes('length')) issue('password_min', { min: PASSWORD_MIN });
    else if (gaps.length > 0) issue('password', { missing: gaps, symbols: '! @ # $ % & * ( )' });
    if (countUtf8Bytes(payload.value) > PASSWORD_MAX_BYTES)
      issue('password_bytes', { max: PASSWORD_MAX_BYTES });
  });

// --- choices and related fields

/** One of the values. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values);
/** None of the values. */
export const notOneOf = <T extends string | number>(values: readonly T[]): Check<T> =>
  rule('excluded', (value) => !values.includes(value), { values });
/** `confirmation` must repeat `field`; its issue belongs to the confirmation. */
export const confirmed = <T>(field: keyof T & string, confirmation: keyof T & string): Check<T> =>
  fieldRule(
    'confirmed',
    confirmation,
    (value) => isMissing(value[field]) || value[field] === value[confirmation],
    {
      other: field,
    },
  );
/** `field` must not be before `other`; both are dates or timestamps as text, and missing ones pass. */
export const notBefore = <T>(field: keyof T & string, other: keyof T & string): Check<T> =>
  fieldRule(
    'not_before',
    field,
    (value) => isMissing(value[field]) || isMissing(value[other]) || value[field] >= value[other],
    { other },
  );
/** No value appears twice. */
export const distinct = <T extends string | number>(): Check<T[]> =>
  rule('distinct', (values) => new Set(values).size === values.length);

// --- barcodes

/** Visible ASCII characters and single spaces, as a Code 128 can contain. */
export const barcodeSpelling = (): Check<string> => rule('barcode', isBarcode, {}, true);

// --- discounts

/** The discount stays between 0.5 % and 99.5 % of every price, both excluded; the issue belongs to `field`. */
export const discountWithin = <T>(
  field: keyof T & string,
  getDiscount: (value: T) => {
    type: 'fixed' | 'percent';
    discount: number | null | undefined;
    prices: readonly number[];
  },
): Check<T> =>
  z.check<T>((payload) => {
    const { type, discount, prices } = getDiscount(payload.value);
    const problems = prices.map((price) => findDiscountProblem(type, discount, price));
    const problem = problems.find((candidate) => candidate !== null);
    if (!problem) return;
    const names = {
      missing: 'discount_required',
      too_low: 'discount_low',
      too_high: 'discount_high',
    } as const;
    const many = prices.length > 1 && problem !== 'missing' && type === 'fixed';
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      path: [field],
      continue: true,
      params: { rule: many ? 'discount_products' : names[problem] },
    });
  });

// --- files, by what both the browser and the server know of them

export type UploadedFileFacts = { name: string; size: number; type: string; width?: number; height?: number };

/** The accepted picture types; never SVG, which can contain scripts. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export const image = (): Check<UploadedFileFacts> =>
  rule('image', (file) => IMAGE_TYPES.includes(file.type.toLowerCase()));
/** The smallest size of a picture in pixels; without `height` any height will do. */
export type PictureMinimum = { readonly width: number; readonly height?: number };

/** Returns the broken rule with its params when a picture of this size is too small, else null. */
export function findPictureProblem(
  { width, height }: { readonly width: number; readonly height: number },
  min: PictureMinimum,
): { readonly rule: RuleName; readonly params: RuleParams } | null {
  if (width >= min.width && height >= (min.height ?? 0)) return null;
  if (min.height === undefined) return { rule: 'image_width', params: { width: min.width } };
  return { rule: 'image_dimensions', params: { width: min.width, height: min.height } };
}
/** The file name ends in one of the extensions, given without a dot. */
export const fileExtension = (extensions: readonly string[]): Check<UploadedFileFacts> =>
  rule('file_extension', (file) => extensions.some((end) => file.name.toLowerCase().endsWith(`.${end}`)), {
    values: extensions,
  });
/** The media type is one of the types; `image/*` includes all image types. */
export const fileType = (types: readonly string[]): Check<UploadedFileFacts> =>
  rule(
    'file_type',
    (file) =>
      types.some((type) =>
        type.endsWith('/*') ? file.type.startsWith(type.slice(0, -1)) : file.type === type,
      ),
    { values: types },
  );
/** At most `kilobytes` × 1024 bytes. */
export const fileSize = (kilobytes: number): Check<UploadedFileFacts> =>
  rule('file_size', (file) => file.size <= kilobytes * 1024, { size: kilobytes });

/** At most `depth` nested objects and arrays; looks no deeper itself. */
export const maxDepth = (depth: number): Check<unknown> => {
  const isShallow = (value: unknown, depthLeft: number): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    return depthLeft > 0 && Object.values(value).every((inner) => isShallow(inner, depthLeft - 1));
  };
  return rule('too_deep', (value) => isShallow(value, depth), { depth });
};
