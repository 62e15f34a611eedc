import type { Localized } from '@dukkan/commerce';
import {
  CURRENCIES,
  countDecimalPlaces,
  dropInvisible,
  dropLinkScheme,
  getCurrencyScale,
  isValidLocalDate,
  LOCALES,
  normalizePhoneText,
  toLatinDigits,
} from '@dukkan/commerce';
import * as z from 'zod';
import * as rules from './rules.ts';

// In a browser zod would test whether it may compile code, which the content security policy refuses and reports. It is
// set here because all other objects of the contract are created after this file.
if ('document' in globalThis) z.config({ jitless: true });

// The field types, each defined once. Texts are refused or stored as they are, never cut; numbers are refused or stored
// as they are, never rounded.

const MAX_ID = 2_147_483_647;
/** The largest amount of money. */
export const MAX_MONEY = 999_999_999.99;
const MAX_PICTURE_BYTES = 3 * 1024 * 1024;
export const NAME_MAX = 200;
export const LONG_TEXT_MAX = 5_000;
export const KEYWORDS_MAX = 200;
const EMAIL_MAX = 254;

// --- the meaning of an empty input

/** For writes: absent keeps the value, null and '' clear it. Wraps any scalar. */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value: z.input<S> | '' | null | undefined) => (value === '' ? null : value),
    schema.nullish(),
  );

/** For lists: absent, null and '' mean 'not given'. Wraps any scalar. */
export const filter = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value: z.input<S> | '' | null | undefined) => (value === '' || value === null ? undefined : value),
    schema.optional(),
  );

// --- numbers

/** A record's id: an integer from 1 to 2147483647. */
export const id = z.int().min(1).max(MAX_ID);

/** A count from 0 that fits the database's integer. */
export const count = z.int().min(0).max(MAX_ID);

/** A list of different ids, at most `max`. */
export const ids = (max = 1_000) => z.array(id).max(max).check(rules.distinct());

const switches = z.literal([true, false, 0, 1]);

/** A boolean; also accepts 0 and 1. */
export const flag = switches.transform((value) => value === true || value === 1).pipe(z.boolean());

/** A boolean as 0 or 1, for `status`, `featured`, `paid`, `recurring` and `default`; accepts booleans too. */
export const zeroOrOne = switches
  .transform((value): 0 | 1 => (value === true || value === 1 ? 1 : 0))
  .pipe(z.literal([0, 1]));

const withDecimals = (max: number) =>
  z
    .number()
    // turns -0 into 0, as the database would
    .overwrite((value) => value + 0)
    .check(rules.rule('decimals', (value: number) => countDecimalPlaces(value) <= max, { max }));

/** An amount that may be negative. */
export const signedMoney = (scale: number | string = 3) =>
  withDecimals(typeof scale === 'string' ? getCurrencyScale(scale) : scale)
    .min(-MAX_MONEY)
    .max(MAX_MONEY);

/** An amount from 0 with at most `scale` decimals; a currency code stands for its scale. */
export const money = (scale: number | string = 3) => signedMoney(scale).check(rules.positive());

/** The code of a currency with a known number of decimals. */
export const currencyCode = z.enum(CURRENCIES as [string, ...string[]]);

/** 0 to 100 with at most two decimals, so that it is a whole number of basis points. */
export const percent = withDecimals(2).check(rules.between(0, 100));

/** A quantity above 0 with at most three decimals. */
export const quantity = withDecimals(3).gt(0).max(MAX_MONEY);

/** A counted quantity from 0 with at most three decimals. */
export const countedQuantity = withDecimals(3).min(0).max(99_999_999);

// --- texts

const BIDI_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const plainText = (max: number, clean: (text: string) => string = (text) => text) =>
  z
    .string()
    // before the slow normalisation; NFC shortens a text to no less than a quarter
    .check(
      rules.rule('max_characters', (text) => text.length <= max * 4, { max }, true),
      rules.xmlCharacters(),
    )
    .overwrite((text) => clean(text.normalize('NFC')).trim())
    .max(max);

/** A text of 1 to `max` characters, normalised (NFC) and trimmed. */
export const text = (max: number) => plainText(max).check(rules.required());

/** A name or title without bidirectional control characters, which could disguise it. */
export const name = plainText(NAME_MAX, (value) => value.replace(BIDI_CONTROLS, '')).check(rules.required());

/** What distinguishes an item of a product from its siblings: `S`, `Red / M`. */
export const itemOption = plainText(80, (value) => value.replace(BIDI_CONTROLS, '')).check(rules.required());

/** A description or note. */
export const longText = text(LONG_TEXT_MAX);

/** A reference, note or reason about money, without card numbers. */
export const textWithoutCardNumber = (max: number) => text(max).check(rules.noCardNumber());
/** A long text about money, without card numbers. */
export const longTextWithoutCardNumber = textWithoutCardNumber(LONG_TEXT_MAX);

/** Search words; '' finds everything. */
export const keywords = plainText(KEYWORDS_MAX, dropLinkScheme);

/**
 * A list's filter for the records that have this name, as equal names are compared; people also have the name of their
 * phone number and e-mail. Rule: docs/rules/wire.md#equal-names
 */
export const named = name.optional();

/** A language of stored texts. */
export const locale = z.enum(LOCALES);

/** A text in every language of stored texts as output; '' where it is missing. */
export const localizedOutput = z.object({ ar: z.string(), en: z.string(), de: z.string() });

const translationText = <S extends z.ZodType<string>>(part: S) =>
  z.preprocess(
    (value: z.input<S> | null | undefined) =>
      typeof value === 'string' && value.trim() === '' ? null : value,
    part.nullish(),
  );

/**
 * A text in several languages, `{ ar, en, de }`; parts may be absent, null or '', and become ''. With `required` at
 * least one must be filled; the issue belongs to the field itself.
 */
export const localized = <S extends z.ZodType<string>>(
  part: S,
  { required = true }: { required?: boolean } = {},
) => {
  const parts = z.strictObject({
    ar: translationText(part),
    en: translationText(part),
    de: translationText(part),
  });
  const checked = required
    ? parts.check(rules.requiredLocalized() as z.core.$ZodCheck<z.output<typeof parts>>)
    : parts;
  return checked
    .transform((texts: Localized) => ({ ar: texts.ar ?? '', en: texts.en ?? '', de: texts.de ?? '' }))
    .pipe(localizedOutput);
};

/** An e-mail address: trimmed, lower-case, NFC. */
export const email = plainText(EMAIL_MAX, (value) => dropLinkScheme(value).toLowerCase())
  .check(rules.emailAddress())
  .meta({ format: 'email' });

/** A phone number as typed, with Latin digits and plain dashes and spaces; the server turns it into E.164. */
export const phoneText = z
  .string()
  .check(rules.xmlCharacters())
  .overwrite((value) => normalizePhoneText(value))
  .max(32)
  .check(rules.phoneSpelling());

/** A web address, http or https. */
export const url = plainText(2_000).check(rules.webAddress());

/** Maximum length of a barcode: a Code 128 with 48 characters is the widest that till scanners read reliably. */
export const BARCODE_MAX = 48;

/** A product's barcode or stock code in Latin digits; the check digit is checked when it is saved. */
export const barcode = z
  .string()
  .check(rules.xmlCharacters())
  .overwrite((value) => dropInvisible(toLatinDigits(value)))
  .max(BARCODE_MAX)
  .check(rules.required(), rules.barcodeSpelling());

/** A step or a pack: above 0, at most three decimals, at most 100,000. */
export const step = withDecimals(3).gt(0).max(100_000);

/** A password to compare, exactly as typed. */
export const password = z
  .string()
  .check(
    rules.rule('well_formed', (value: string) => value.isWellFormed() && !value.includes('\0'), {}, true),
  )
  .min(1)
  .max(1_000);

/** A new password: at least as strong as required and at most 72 bytes. */
export const newPassword = password.check(rules.strongPassword());

/** A one-time code: six digits, Arabic digits too. */
export const otpCode = z
  .string()
  .max(32)
  .overwrite((value) => dropInvisible(toLatinDigits(value)))
  .check(rules.digits(6));

/** A PIN for approvals at a till: four to eight digits, Arabic digits too. */
export const pin = z
  .string()
  .max(32)
  .overwrite((value) => dropInvisible(toLatinDigits(value)))
  .check(rules.pinSpelling());

// --- time

/** An existing date, `YYYY-MM-DD`. */
export const localDate = z.string().check(rules.rule('date', isValidLocalDate)).meta({ format: 'date' });

/** A timestamp, ISO 8601 in UTC or with an offset; output in UTC with milliseconds. */
export const instant = z
  .string()
  .max(40)
  .check(
    rules.rule('instant', (value) => z.iso.datetime({ offset: true }).safeParse(value).success, {}, true),
  )
  .overwrite((value) => new Date(value).toISOString())
  .meta({ format: 'date-time' });

/** A time of day, `HH:MM`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

// --- pictures

const DATA_URL = /^data:image\/(png|jpe?g|webp|gif);base64,/i;

const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;

const pictureText = z
  .string()
  .max(Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 64)
  .overwrite((value) => value.replace(DATA_URL, ''))
  .check(
    rules.rule(
      'picture',
      (value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value),
      {},
      true,
    ),
    rules.rule('file_size', (value) => decodedBytes(value) <= MAX_PICTURE_BYTES, {
      size: MAX_PICTURE_BYTES / 1024,
    }),
  )
  .meta({ contentEncoding: 'base64' });

const pictureBytes = z.instanceof(Uint8Array).check(
  rules.rule('file_size', (value: Uint8Array) => value.byteLength <= MAX_UPLOAD_BYTES, {
    size: MAX_UPLOAD_BYTES / 1024,
  }),
);

/**
 * A picture: base64, with or without a data-URL head, at most 3 MB decoded, output without the head; or the bytes of
 * a multipart part, at most 5 MB.
 */
export const picture = z.union([pictureText, pictureBytes]);

const decodedBytes = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

/** Maximum number of pictures of a record. */
export const ALBUM_MAX = 50;

/** Pictures in order: a stored one by its id, or a new one. */
export const album = z
  .array(
    z.union([
      z.strictObject({ base64: picture }),
      z.strictObject({ id, url: z.unknown().optional(), thumb_url: z.unknown().optional() }),
    ]),
  )
  .max(ALBUM_MAX);

// --- lists

/** The page of a list, from 1; its last row number still fits an integer. */
export const page = z
  .int()
  .min(1)
  .max(Math.floor(MAX_ID / 100));

/** The rows of a page, 1 to 100. */
export const limit = z.int().min(1).max(100);

/** The page sizes that screens offer. */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
/** Lists are counted exactly up to this number of rows; a total of this number means this many or more. */
export const COUNTED_MAX = 10_000;

/** The sort columns of a list. */
export const sortColumn = <const T extends readonly [string, ...string[]]>(columns: T) => z.enum(columns);

/** The direction of a sort. */
export const sortAs = z.enum(['asc', 'desc']);
