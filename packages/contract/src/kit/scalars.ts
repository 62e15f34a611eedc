import type { Localized } from '@dukkan/commerce';
import {
  CURRENCIES,
  currencyScale,
  decimalPlaces,
  isValidLocalDate,
  LOCALES,
  latinDigits,
} from '@dukkan/commerce';
import * as z from 'zod';
import * as rules from './rules.ts';

// In a browser zod would try whether it may compile code. The content security policy says no and reports each
// try (promises X8). Said here, because every object of the contract is made after this file.
if ('document' in globalThis) z.config({ jitless: true });

// The kinds of field, each defined once (decisions 0.1 and 0.2; promises I6, I7). Texts are refused or kept,
// never cut; numbers are refused or kept, never rounded.

const MAX_ID = 2_147_483_647;
/** Largest amount of money anywhere (I6). */
export const MAX_MONEY = 999_999_999.99;
const MAX_PICTURE_BYTES = 3 * 1024 * 1024;
export const NAME_MAX = 200;
export const LONG_TEXT_MAX = 5_000;
export const KEYWORDS_MAX = 200;
const EMAIL_MAX = 254;

// --- what an empty input means

/** On writes: absent keeps the value, null and '' clear it (decisions 0.1). Wraps any scalar. */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value: z.input<S> | '' | null | undefined) => (value === '' ? null : value),
    schema.nullish(),
  );

/** In lists: absent, null and '' all mean 'not given' (decisions 0.1). Wraps any scalar. */
export const filter = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value: z.input<S> | '' | null | undefined) => (value === '' || value === null ? undefined : value),
    schema.optional(),
  );

// --- numbers

/** A record's id: 1 to 2147483647, never a text or a fraction (M11, M12). */
export const id = z.int().min(1).max(MAX_ID);

/** A count that fits the database's integer, from 0. */
export const count = z.int().min(0).max(MAX_ID);

/** A list of different ids, at most `max` (I9). */
export const ids = (max = 1_000) => z.array(id).max(max).check(rules.distinct());

const switches = z.literal([true, false, 0, 1]);

/** Yes or no: takes true, false, 0, 1 and answers a boolean (decisions 0.1). */
export const flag = switches.transform((value) => value === true || value === 1).pipe(z.boolean());

/** The same for `status`, `featured`, `paid`, `recurring`, `default`: answers 0 or 1 (decisions 0.1). */
export const zeroOrOne = switches
  .transform((value): 0 | 1 => (value === true || value === 1 ? 1 : 0))
  .pipe(z.literal([0, 1]));

const withDecimals = (max: number) =>
  z
    .number()
    // -0 is 0; the database would say so too
    .overwrite((value) => value + 0)
    .check(rules.rule('decimals', (value: number) => decimalPlaces(value) <= max, { max }));

/** An amount that may be negative. */
export const signedMoney = (scale: number | string = 3) =>
  withDecimals(typeof scale === 'string' ? currencyScale(scale) : scale)
    .min(-MAX_MONEY)
    .max(MAX_MONEY);

/** An amount from 0 with at most `scale` decimals; a currency's code stands for its scale (decisions 0.2, M14). */
export const money = (scale: number | string = 3) => signedMoney(scale).check(rules.positive());

/** A currency whose decimals are known, by its code. */
export const currencyCode = z.enum(CURRENCIES as [string, ...string[]]);

/** 0 to 100 with at most two decimals, so that it is whole basis points (decisions 0.2). */
export const percent = withDecimals(2).check(rules.between(0, 100));

/** A quantity above 0 with at most three decimals (decisions 0.2). */
export const quantity = withDecimals(3).gt(0).max(MAX_MONEY);

/** What lies on a shelf: from 0, at most three decimals. */
export const countedQuantity = withDecimals(3).min(0).max(99_999_999);

// --- texts

const BIDI_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const plain = (max: number, clean: (text: string) => string = (text) => text) =>
  z
    .string()
    // before the costly normalisation; NFC can shorten a text, but not to a quarter
    .check(
      rules.rule('max_characters', (text) => text.length <= max * 4, { max }, true),
      rules.wellFormed(),
    )
    .overwrite((text) => clean(text.normalize('NFC')).trim())
    .max(max);

/** A text of 1 to `max` characters: NFC, trimmed, well formed (I7). */
export const text = (max: number) => plain(max).check(rules.required());

/** A name or title: one text without bidirectional control characters, which could disguise it (I7). */
export const name = plain(NAME_MAX, (value) => value.replace(BIDI_CONTROLS, '')).check(rules.required());

/** A description or note. */
export const longText = text(LONG_TEXT_MAX);

/** A reference, note or reason that is written down where money is taken: it may hold no card number (O5). */
export const textWithoutCardNumber = (max: number) => text(max).check(rules.noCardNumber());
/** The same of any length that is stored. */
export const longTextWithoutCardNumber = textWithoutCardNumber(LONG_TEXT_MAX);

/** What a list is searched for; '' finds everything. */
export const keywords = plain(KEYWORDS_MAX);

/** A language of the data layer. */
export const locale = z.enum(LOCALES);

/** A text in every language of the data layer as it is answered: '' where nothing is written. */
export const localizedOutput = z.object({ ar: z.string(), en: z.string(), de: z.string() });

const translation = <S extends z.ZodType<string>>(part: S) =>
  z.preprocess(
    (value: z.input<S> | null | undefined) =>
      typeof value === 'string' && value.trim() === '' ? null : value,
    part.nullish(),
  );

/**
 * `{ ar, en, de }` of a text; parts may be absent, null or ''. Answers all three, '' where nothing is written.
 * With `required` at least one must be written; the issue lands on the field itself.
 */
export const localized = <S extends z.ZodType<string>>(
  part: S,
  { required = true }: { required?: boolean } = {},
) => {
  const parts = z.strictObject({ ar: translation(part), en: translation(part), de: translation(part) });
  const checked = required
    ? parts.check(rules.requiredLocalized() as z.core.$ZodCheck<z.output<typeof parts>>)
    : parts;
  return checked
    .transform((texts: Localized) => ({ ar: texts.ar ?? '', en: texts.en ?? '', de: texts.de ?? '' }))
    .pipe(localizedOutput);
};

/** An e-mail address: trimmed, lower-case, NFC (decisions 6). */
export const email = plain(EMAIL_MAX, (value) => value.toLowerCase())
  .check(rules.emailAddress())
  .meta({ format: 'email' });

/** A phone number as typed, its digits made Latin; the server turns it into E.164 (decisions 6). */
export const phoneText = z
  .string()
  .check(rules.wellFormed())
  .overwrite((value) => latinDigits(value).replace(BIDI_CONTROLS, '').trim())
  .max(32)
  .check(rules.phoneSpelling());

/** A web address, http or https. */
export const url = plain(2_000).check(rules.webAddress());

/** Longest barcode in characters: a Code 128 of 48 is the widest that a scanner of a till reads well. */
export const BARCODE_MAX = 48;

/** A product's barcode or stock code: Latin digits, case kept; the check digit is asked about where it is saved. */
export const barcode = z
  .string()
  .check(rules.wellFormed())
  .overwrite((value) => latinDigits(value).replace(BIDI_CONTROLS, '').trim())
  .max(BARCODE_MAX)
  .check(rules.required(), rules.barcodeSpelling());

/** A step or a pack: above 0, at most three decimals, at most 100,000. */
export const step = withDecimals(3).gt(0).max(100_000);

/** A password as typed, to be compared: no trim, no case, no strength (S8). */
export const password = z
  .string()
  .check(
    rules.rule('well_formed', (value: string) => value.isWellFormed() && !value.includes('\0'), {}, true),
  )
  .min(1)
  .max(1_000);

/** A password to be set: the specification's rule and at most 72 bytes (specification 5, M18). */
export const newPassword = password.check(rules.strongPassword());

/** A one-time code: six digits, Arabic ones too (decisions 6). */
export const otpCode = z
  .string()
  .max(32)
  .overwrite((value) => latinDigits(value).trim())
  .check(rules.digits(6));

// --- time

/** A local day, `YYYY-MM-DD`, that exists. */
export const localDate = z.string().check(rules.rule('date', isValidLocalDate)).meta({ format: 'date' });

/** An instant, ISO 8601 in UTC or with an offset; answered in UTC with milliseconds. */
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
 * A picture: base64, bare or as a data URL, at most 3 MB decoded and answered bare; or the bytes of a multipart part,
 * at most 5 MB (decisions 0.1).
 */
export const picture = z.union([pictureText, pictureBytes]);

const decodedBytes = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

/** At most so many pictures of one thing (promises R8). */
export const ALBUM_MAX = 50;

/** Pictures in their order: one that is kept by its id, or a new one (decisions 0.1). */
export const album = z
  .array(
    z.union([
      z.strictObject({ base64: picture }),
      z.strictObject({ id, url: z.unknown().optional(), thumb_url: z.unknown().optional() }),
    ]),
  )
  .max(ALBUM_MAX);

// --- lists

/** The page of a list, from 1; its last row still fits an integer. */
export const page = z
  .int()
  .min(1)
  .max(Math.floor(MAX_ID / 100));

/** Rows of a page, 1 to 100 (decisions 0.1). */
export const limit = z.int().min(1).max(100);

/** The page sizes that are offered (specification 9). */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
/** Rows are counted one by one up to here (decisions 0.1); a count that has reached it says: so many or more. */
export const COUNTED_MAX = 10_000;

/** The columns that a list may be sorted by. */
export const sortBy = <const T extends readonly [string, ...string[]]>(columns: T) => z.enum(columns);

/** The direction of a sort. */
export const sortAs = z.enum(['asc', 'desc']);
