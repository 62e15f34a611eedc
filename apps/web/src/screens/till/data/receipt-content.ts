import {
  fromMinor,
  fromPrintedSale,
  type Locale,
  type PricedCart,
  type PricedLine,
  resolveText,
  type SaleBody,
  type StoredSale,
} from '@dukkan/commerce';
import type { PrintedContent, PrintProfile } from '@dukkan/contract';
import {
  formatDateTime,
  formatMoney,
  formatNumber,
  formatPercent,
  isolateBidi,
} from '../../../lib/format.ts';
import type { PackIndex } from '../pack/pack-index.ts';
import type { PackShop } from '../pack/pack-shape.ts';

/** A text of a printed document, in the language of the paper. */
type PrintWord = (key: string, values?: Record<string, string>) => string;

type ReceiptFacts = {
  readonly shop: PackShop;
  readonly pack: PackIndex;
  readonly locale: Locale;
  readonly word: PrintWord;
  readonly till_no: string;
  readonly till_name: string;
  readonly seller: string;
  /** True when an earlier paper of the sale may be out already. */
  readonly isCopy: boolean;
  /** True when no server has the sale yet. */
  readonly isAlone: boolean;
};

type Letterhead = {
  readonly names?: Readonly<Record<string, string>>;
  readonly phone?: unknown;
  readonly email?: unknown;
  readonly website?: unknown;
  readonly logo?: unknown;
};

/** The paper of a till, where nobody has chosen another one on this device. */
const TILL_PAPER: PrintProfile = '80';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function readHead({ settings, branch }: PackShop, locale: Locale): PrintedContent['shop'] {
  const { names, phone, email, website, logo } = settings.letterhead as Letterhead;
  return {
    name: resolveText(names, locale) || resolveText(branch.names, locale),
    contacts: [resolveText(branch.addresses, locale), branch.phones[0] ?? phone, email, website].filter(
      isText,
    ),
    logo_url: isText(logo) ? logo : null,
  };
}

/** Returns the title of a priced line; a bundle's is the offer's. */
const titleOfLine = (
  { item_id, offer_id }: Pick<PricedLine, 'item_id' | 'offer_id'>,
  { pack, shop, locale }: Pick<ReceiptFacts, 'pack' | 'shop' | 'locale'>,
): string => {
  const titles =
    item_id === null ? shop.bundles.find(({ id }) => id === offer_id)?.titles : pack.item(item_id)?.titles;
  return resolveText(titles, locale) || `#${item_id ?? offer_id}`;
};

type Words = { readonly money: (minor: bigint) => string; readonly amount: (minor: bigint) => string };

function toWords(shop: PackShop, locale: Locale): Words {
  const { scale, Currency } = shop.settings;
  const choice = { locale };
  const decimals = { minimumFractionDigits: scale, maximumFractionDigits: scale };
  return {
    money: (minor) => formatMoney(fromMinor(minor, scale), Currency, choice),
    amount: (minor) => formatNumber(fromMinor(minor, scale), choice, decimals),
  };
}

function listRows(
  priced: PricedCart,
  body: SaleBody,
  facts: ReceiptFacts,
  { amount }: Words,
): PrintedContent['rows'] {
  const { locale, shop, pack } = facts;
  return priced.lines.map((line, at) => {
    const cart = body.cart[at];
    const chosen = cart && 'item_id' in cart ? (cart.extras_ids ?? []) : [];
    const extras = shop.extras.filter(({ id }) => chosen.includes(id));
    const parts = line.parts.map(
      ({ item_id, quantity }) =>
        `${formatNumber(Number(quantity) / 1_000, { locale })} × ${isolateBidi(resolveText(pack.item(item_id)?.titles, locale))}`,
    );
    const also = [
      ...extras.map(({ titles }) => `+ ${isolateBidi(resolveText(titles, locale))}`),
      ...parts,
    ].join(' · ');
    const code = line.item_id === null ? '' : (pack.item(line.item_id)?.codes[0] ?? '');
    const isCheaper = line.unit_price < line.unit_list;
    return {
      cells: [
        code,
        titleOfLine(line, facts),
        formatNumber(Number(line.quantity) / 1_000, { locale }),
        isCheaper ? amount(line.unit_list + line.unit_extras) : '',
        amount(line.unit_price + line.unit_extras),
        amount(line.gross),
      ],
      also: also === '' ? null : also,
    };
  });
}

function listSums(
  priced: PricedCart,
  body: SaleBody,
  facts: ReceiptFacts,
  { money }: Words,
): PrintedContent['sums'] {
  const { shop, word, locale } = facts;
  const { totals } = priced;
  const row = (label: string, value: bigint, isShown = value !== 0n) =>
    isShown ? [{ label, value: money(value), strong: false }] : [];
  const { scale } = shop.settings;
  const minor = (value: number) => BigInt(Math.round(value * 10 ** scale));
  const payments = body.payments.flatMap(({ payment_id, amount, tendered }, at) => {
    const method = shop.payments.find(({ id }) => id === payment_id);
    const paid = priced.payments[at]?.amount ?? minor(amount);
    const change = tendered === undefined ? 0n : minor(tendered) - paid;
    return [
      ...row(word('paid_by', { method: isolateBidi(resolveText(method?.titles, locale)) }), paid, true),
      ...(tendered === undefined ? [] : row(word('tendered'), minor(tendered), true)),
      ...row(word('change'), change, change > 0n),
    ];
  });
  return [
    ...row(word('products_price'), totals.total, true),
    ...row(word('product_discount'), totals.subtotal - totals.total),
    ...row(word('coupon', { code: isolateBidi(body.coupon ?? '') }), -totals.coupon),
    ...row(word('discount'), -totals.manual),
    ...row(word('tax'), totals.exclusive_tax),
    ...row(word('payment_fee'), totals.charge),
    ...row(word('rounding'), totals.rounding),
    { label: word('due'), value: money(totals.due), strong: true },
    ...payments,
  ];
}

function listTaxes(
  priced: PricedCart,
  { locale, word }: ReceiptFacts,
  { amount }: Words,
): PrintedContent['taxes'] {
  if (!priced.tax_groups.some(({ tax_bp }) => tax_bp > 0n)) return null;
  return {
    columns: [word('tax'), word('tax_net'), word('tax'), word('tax_gross')],
    rows: priced.tax_groups.map(({ tax_bp, net, tax, gross }) => [
      formatPercent(Number(tax_bp) / 100, { locale }),
      amount(net),
      amount(tax),
      amount(gross),
    ]),
  };
}

/**
 * Builds the paper of a sale from what the till wrote down, with nothing of the shop's prices of today.
 * @returns null when the money of the sale cannot be read
 */
export function buildReceipt(sale: Pick<StoredSale, 'body'>, facts: ReceiptFacts): PrintedContent | null {
  const { body } = sale;
  const priced = fromPrintedSale(body.printed);
  if (!priced) return null;
  const { shop, word, locale, till_no } = facts;
  const words = toWords(shop, locale);
  const at = formatDateTime(body.sold_at, { locale, timeZone: shop.branch.timezone });
  const fact = (label: string, value: string, is_code = false) => ({ label, value, also: null, is_code });
  const { client } = body;
  return {
    profile: TILL_PAPER,
    locale,
    title: word('order_invoice'),
    subject: till_no,
    shop: readHead(shop, locale),
    facts: [
      fact(word('order_number'), till_no, true),
      fact(word('ordered_at'), at),
      fact(word('branch'), resolveText(shop.branch.names, locale)),
      fact(word('till'), facts.till_name),
      fact(word('seller'), facts.seller),
      ...(client
        ? [
            {
              ...fact(word('customer'), client.name || client.phone),
              also: client.name ? client.phone : null,
            },
          ]
        : []),
    ],
    columns: [
      { role: 'code', label: word('code') },
      { role: 'title', label: word('item') },
      { role: 'quantity', label: word('quantity') },
      { role: 'before', label: word('before_discount') },
      { role: 'price', label: word('price') },
      { role: 'sum', label: word('total') },
    ],
    rows: listRows(priced, body, facts, words),
    sums: listSums(priced, body, facts, words),
    taxes: listTaxes(priced, facts, words),
    notes: body.notes ? [{ label: word('notes'), text: body.notes }] : [],
    qr: null,
    foot: [
      ...(facts.isCopy ? [word('copy')] : []),
      ...(facts.isAlone ? [word('kept_on_till', { till: isolateBidi(facts.till_name) })] : []),
    ],
  };
}
