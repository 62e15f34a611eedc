import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import {
  canonicalJson,
  priceCart,
  type SaleBody,
  toCallText,
  toLetterText,
  toPrintedSale,
} from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { makePerson, type Person } from './actors.ts';
import type { Reply, TestApp } from './app.ts';
import type { Shelf } from './stock.ts';
import { makeTill } from './tills.ts';

type Kind = 'offer' | 'sold' | 'void';

/** A letter before it is signed; `seq` and `uuid` are given where a test says nothing. */
export type LetterWish = {
  readonly kind?: Kind;
  readonly seq?: number;
  readonly uuid?: string;
  readonly body?: unknown;
  /** What stands in the place of its signature. */
  readonly signature?: string;
};

type Call = {
  readonly token?: string;
  readonly epoch?: number;
  readonly device_id?: number;
  readonly last_no?: number;
  readonly key?: KeyObject;
  readonly signature?: string;
  readonly app?: TestApp;
};

/** A browser that was paired as a till, with its key: it signs and sends letters as the page does. */
export type PairedTill = {
  readonly device_id: number;
  readonly branch_id: number;
  readonly epoch: number;
  readonly key: KeyObject;
  /** The next number, which it gives to a letter without one. */
  take(): number;
  letter(wish: LetterWish): { seq: number; uuid: string; kind: Kind; body: string; signature: string };
  /** The whole call, signed. */
  call(letters: readonly ReturnType<PairedTill['letter']>[], call?: Call): object;
  send(
    letters: readonly ReturnType<PairedTill['letter']>[],
    call?: Call,
  ): Promise<Reply<typeof api.tillSync.sync>>;
};

const b64 = (bytes: Buffer): string => bytes.toString('base64url');

/** A new key of a browser: the private part, and the public one as it is told. */
export function newTillKey(): { key: KeyObject; public_key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    key: privateKey,
    public_key: b64(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
  };
}

/** Pairs a browser with a till by a code that a manager has issued. */
export async function pairTill(
  app: TestApp,
  manager: Pick<Person, 'token'>,
  device_id: number,
  more: object = {},
): Promise<PairedTill> {
  const issued = await app.call(api.tillPairing.code, { device_id }, { token: manager.token });
  if (issued.status !== 200) throw new Error(issued.text);
  const { key, public_key } = newTillKey();
  const paired = await app.call(api.tillPairing.pair, { code: issued.results.code, public_key, ...more });
  if (paired.status !== 200) throw new Error(paired.text);
  const { device, epoch } = paired.results;
  return tillOf(app, { device_id, branch_id: device.branch_id, epoch, key });
}

/** A till with a key that it has. */
export function tillOf(
  app: TestApp,
  { device_id, branch_id, epoch, key }: Pick<PairedTill, 'device_id' | 'branch_id' | 'epoch' | 'key'>,
): PairedTill {
  let given = 0;
  const signed = (text: string, by: KeyObject = key) => b64(sign(null, Buffer.from(text), by));
  const take = () => {
    given += 1;
    return given;
  };
  const callOf: PairedTill['call'] = (letters, call = {}) => {
    const origin = { device_id: call.device_id ?? device_id, epoch: call.epoch ?? epoch };
    const sent_at = new Date().toISOString();
    const last_no = call.last_no ?? given;
    const signatures = letters.map(({ signature }) => signature);
    const text = toCallText(origin, { sent_at, last_no, signatures });
    return { ...origin, sent_at, last_no, letters, signature: call.signature ?? signed(text, call.key) };
  };
  return {
    device_id,
    branch_id,
    epoch,
    key,
    take,
    letter({ kind = 'sold', seq = take(), uuid = randomUUID(), body = {}, signature }) {
      const text = toLetterText({ device_id, epoch }, { seq, uuid, kind, body });
      return { seq, uuid, kind, body: canonicalJson(body), signature: signature ?? signed(text) };
    },
    call: callOf,
    send: (letters, call = {}) =>
      (call.app ?? app).call(
        api.tillSync.sync,
        callOf(letters, call),
        call.token ? { token: call.token } : {},
      ),
  };
}

type SaleWish = {
  /** Each line: an item, how many, and its price on the till. */
  readonly lines: readonly { shelf: Shelf; quantity?: number; price?: number }[];
  readonly payment_id: number;
  readonly cashier_id: number;
  readonly sold_at?: Date;
  readonly session_id?: number | null;
  readonly pack_version?: string;
  readonly currency?: string;
} & Partial<Pick<SaleBody, 'clock_offset_ms' | 'client' | 'notes'>>;

/** The body of a sale as a till writes it: priced by its pack, paid in one part. */
export function saleBody(wish: SaleWish): SaleBody {
  const { lines, payment_id, cashier_id, sold_at = new Date(), session_id = null, currency = 'QAR' } = wish;
  const priced = priceCart(
    {
      lines: lines.map(({ shelf, quantity = 1, price = 10 }, n) => ({
        key: String(n),
        kind: 'product' as const,
        product_id: shelf.product_id,
        item_id: shelf.item_id,
        quantity: BigInt(Math.round(quantity * 1_000)),
        base: BigInt(Math.round(price * 100)),
        weighted: false,
        tax_bp: 0n,
        categorys_ids: [],
        extras: [],
      })),
      coupon: null,
      manual: null,
      type: 'take_away',
      pos: true,
      delivery_method: null,
      zone: null,
      payments: [
        {
          payment_id,
          type: 'cash',
          amount: null,
          active: true,
          in_branch: true,
          delivery_ids: [],
          min_transaction: null,
          max_transaction: null,
          margin_bp: 0n,
          combinable: true,
          charge_customer: false,
        },
      ],
    },
    {
      currency,
      branch_id: lines[0]?.shelf.branch_id ?? 0,
      today: sold_at.toISOString().slice(0, 10),
      weekday: 0,
      minute: 600,
      slots: { midday: [660, 900], afternoon: [900, 1_080], evening: [1_080, 1_320] },
      phone: null,
      source: 'dashboard',
      price_lists: [],
      discounts: [],
      wholesales: [],
      settings: {
        tax_mode: 'inclusive',
        tax_bp: 0n,
        minimum_order: 0n,
        minimum_products: 0,
        fixed_custom_shipping_price: null,
        free_after_amount: null,
        cash_rounding: 0n,
      },
    },
  );
  return {
    v: 1,
    sold_at: sold_at.toISOString(),
    clock_offset_ms: wish.clock_offset_ms === undefined ? 0 : wish.clock_offset_ms,
    pack_version: wish.pack_version ?? 'none',
    session_id,
    cashier_id,
    type: 'take_away',
    cart: lines.map(({ shelf, quantity = 1 }) => ({ item_id: shelf.item_id, quantity })),
    client: wish.client ?? null,
    coupon: null,
    discount: 0,
    discount_type: 'fixed',
    notes: wish.notes ?? null,
    approval_word: null,
    payments: [{ payment_id, amount: Number(priced.totals.due) / 100 }],
    printed: toPrintedSale(priced, { currency, tax_mode: 'inclusive' }),
  };
}

/** A branch with a paired till, its manager, its seller and the cash method. */
export async function makeCounter(app: TestApp) {
  const till = await makeTill(app);
  const manager = await makePerson(app, {
    permissions: ['branchs', 'sessions', 'orders', 'products'],
    branch_id: till.branch_id,
  });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: till.branch_id });
  const { id: payment_id } = await app.services.database.prisma.payment_method.findFirstOrThrow({
    where: { code: 'cash', deleted_at: null },
  });
  return { ...till, manager, seller, payment_id, paired: await pairTill(app, manager, till.device_id) };
}
