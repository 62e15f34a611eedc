import { buildWhatsappLink, DAY_MS, getWeekStart, toDayOfWeek } from '@dukkan/commerce';
import { describe, expect, it } from 'vitest';
import { PART_TIMEOUT } from '../lib/server/lazy-chunk.ts';
import { DURATION_MS } from '../lib/server/toast.ts';

const LANGUAGES = ['ar', 'en', 'de'] as const;

/** Texts that must be word for word as here, each with its file and key. */
const TEXTS: readonly [file: string, key: string, text: string][] = [
  ['rules', 'positive', 'Please enter positive number!'],
  ['rules', 'url', 'URL is invalid'],
  ['rules', 'discount_low', 'Discount is 0.5% or less'],
  ['rules', 'discount_high', 'Discount is 99.5% or greater'],
  ['rules', 'discount_required', 'Please Enter Discount'],
  [
    'rules',
    'discount_products',
    'The discount percentage should be less than 99.5% and greater than 0.5% of the products prices',
  ],
  ['failures', 'stock.deactivated', 'Product number {{product_id}} is deactivated'],
  ['failures', 'stock.short', 'Product number {{product_id}} requires more than stock quantity'],
  ['failures', 'receipt.no_barcode', 'this product has no barcode'],
  ['failures', 'client.name_missing', 'Username Missing.'],
  ['order', 'make.short.deactivated', 'This product is out of stock or its status is false'],
  ['order', 'make.short.offer', 'product stock is lower than the offer quantity'],
  ['messages', 'import_reading', 'File is imported in background, may take a while'],
  ['common', 'failure.generic', 'Something Bad Happened with the error'],
  ['order-return', 'created', 'return order invoice created'],
  ['receipt', 'saved', 'purchase invoice updated'],
  ['failures', 'auth.unauthorized', 'Unauthorized.'],
  ['auth', 'failed', 'An error occurred during authentication'],
  ['auth', 'missing', 'Please enter your email and password and make sure they are correct'],
  ['shell', 'not_found.denied', 'Access Denied, You are Not on the right path'],
  [
    'shell',
    'not_found.denied_text',
    'Access has been denied, please make sure the link is correct or copy and send it to the support team',
  ],
  ['shell', 'unauthorized.title', 'Not Authorized'],
  ['common', 'delete.cannot', "Can't delete"],
  ['common', 'delete.not_deleted', 'Item not deleted'],
  ['common', 'delete.permanent', 'It will be permanently deleted, are you sure?'],
  ['common', 'delete.irreversible', "You won't be able to revert this"],
  ['common', 'upload.failed', 'Error while Uploading Data'],
];

/** Messages that must exist, in any words. */
const DESCRIBED: readonly [file: string, key: string][] = [
  ['common', 'failure.network'],
  ['common', 'done.saved'],
  ['common', 'done.created'],
  ['common', 'done.updated'],
  ['common', 'done.status_changed'],
  ['auth', 'welcome'],
  ['shell', 'signed_out'],
  ['rules', 'password'],
  ['rules', 'password_min'],
  ['rules', 'credit_card'],
];

type Texts = Record<string, unknown>;
const files = {
  ...import.meta.glob<Texts>('../locales/*/*.json', { eager: true, import: 'default' }),
  ...import.meta.glob<Texts>('../../../../packages/contract/src/texts/*/*.json', {
    eager: true,
    import: 'default',
  }),
};
const readTexts = (lang: string, file: string): Texts =>
  Object.entries(files).find(([path]) => path.endsWith(`/${lang}/${file}.json`))?.[1] ?? {};

/** Reads a text by its key; some files nest their keys, others have dots in them. */
function readText(lang: string, file: string, key: string): unknown {
  const texts = readTexts(lang, file);
  if (key in texts) return texts[key];
  return key
    .split('.')
    .reduce<unknown>((held, part) => (held as Record<string, unknown> | undefined)?.[part], texts);
}

describe('texts of the specification', () => {
  it.each(TEXTS)('the text %s %s is exactly as specified', (file, key, text) => {
    expect(readText('en', file, key)).toBe(text);
  });

  it.each([...TEXTS.map(([file, key]) => [file, key] as const), ...DESCRIBED])(
    'the text %s %s exists in every language',
    (file, key) => {
      for (const lang of LANGUAGES) expect(readText(lang, file, key), lang).toEqual(expect.any(String));
    },
  );
});

it('interface constants equal those of the specification', () => {
  expect(PART_TIMEOUT).toBe(120_000);
  expect(DURATION_MS).toBe(5_000);
  expect(DAY_MS).toBe(86_400_000);
});

it('weeks run from Saturday to Friday', () => {
  expect(getWeekStart('2026-11-27')).toBe('2026-11-21');
  expect(getWeekStart('2026-11-28')).toBe('2026-11-28');
  // a Saturday, the first day of the week
  expect(toDayOfWeek('2026-11-28')).toBe(0);
});

it('a Qatari mobile number links to WhatsApp and another number does not', () => {
  expect(buildWhatsappLink('+97455123456')).toContain('97455123456');
  expect(buildWhatsappLink('+4915112345678')).toBeNull();
});
