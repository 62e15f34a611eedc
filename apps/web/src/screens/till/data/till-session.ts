import {
  fromMinor,
  type LetterProblem,
  type PricedCart,
  resolveText,
  type SaleBody,
  type StoredSale,
} from '@dukkan/commerce';
import { formatMoney, formatNumber, isolateBidi } from '../../../lib/format.ts';
import { getLocale, i18n } from '../../../lib/i18n.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { hashPhone } from './device-key.ts';
import {
  changeDraft,
  type DraftClient,
  type DraftEvent,
  type DraftLine,
  EMPTY_DRAFT,
  type Goods,
  isEmptyDraft,
  isWholeQuantity,
  ONE,
  type SaleDraft,
} from './draft.ts';
import { countSold } from './often-sold.ts';
import type { PackIndex } from './pack-index.ts';
import type { PackShop } from './pack-shape.ts';
import {
  isBundleSold,
  listUnsoldLines,
  type PricedFor,
  type PriceRules,
  priceSale,
  type SalePayment,
} from './price-sale.ts';
import { toDraft, toSaleBody } from './sale-body.ts';
import { addToEntry, readEntry } from './till-keys.ts';
import type { TillMachine } from './till-machine.ts';
import { playSound, type TillSound } from './till-sounds.ts';
import type { Cashier, PairedDevice, TillStore } from './till-store.ts';
import { type DoneSale, FIRST_VIEW, NO_PAYING, type Notice, type TillDialog, type TillView } from './till-view.ts';

/** A paper that is due. */
export type DuePaper = {
  readonly sale: StoredSale;
  readonly isCopy: boolean;
  /** True when somebody asked for it. */
  readonly isAsked?: boolean;
  readonly at: number;
};

/** How long the server may take to answer an offer; a branch that signs on the server gives it longer. */
const DEADLINE_MS = 1_500;
const SIGNED_DEADLINE_MS = 3_000;

export type TillParts = {
  readonly device: PairedDevice;
  readonly store: Pick<TillStore, 'storeDraft' | 'storeHold' | 'dropHold' | 'readHolds'>;
  readonly pack: PackIndex;
  readonly rules: PriceRules;
  readonly version: string;
  readonly cashier: Cashier;
};

/** The sale at a till: what the cashier does to it, what it costs, and what is said of it. */
export class TillSession {
  readonly view: Store<TillView> = createStore(FIRST_VIEW);
  readonly paper: Store<DuePaper | null> = createStore<DuePaper | null>(null);
  readonly device: PairedDevice;
  readonly pack: PackIndex;
  readonly cashier: Cashier;
  machine: TillMachine | null = null;
  rules: PriceRules;
  version: string;
  session_id: number | null = null;
  /** The server's clock less the till's. */
  clockOffset: number | null = null;
  /** Called when the server says that prices changed. */
  onPricesChanged: () => void = () => undefined;
  readonly #store: TillParts['store'];
  #customer: PricedFor = null;
  /** Units sold here since the pack told how many there are, in thousandths. */
  readonly #sold = new Map<number, number>();

  constructor(parts: TillParts) {
    this.device = parts.device;
    this.pack = parts.pack;
    this.rules = parts.rules;
    this.version = parts.version;
    this.cashier = parts.cashier;
    this.#store = parts.store;
  }

  get shop(): PackShop {
    return this.rules.shop;
  }

  money(minor: bigint): string {
    const { scale, Currency } = this.shop.settings;
    return formatMoney(fromMinor(minor, scale), Currency, { locale: getLocale() });
  }

  set(part: Partial<TillView>): void {
    this.view.set({ ...this.view.get(), ...part });
  }

  say(tone: Notice['tone'], text: string, sound?: TillSound): void {
    this.set({ notice: { tone, text, at: Date.now() } });
    if (sound) playSound(sound);
  }

  /** Prices the draft with what is being paid. */
  price(payments: readonly SalePayment[] = this.listPayments()): PricedCart {
    const { draft } = this.view.get();
    return priceSale(this.rules, this.pack, draft, { now: this.now(), customer: this.#customer, payments });
  }

  /** The moment by the server's clock, as far as it is known. */
  now(): Date {
    return new Date(Date.now() + (this.clockOffset ?? 0));
  }

  /** The payments as far as they are chosen: the parts, then the method that covers the rest. */
  listPayments(): SalePayment[] {
    const { step, paying } = this.view.get();
    const { parts, method, given, covers, ref } = paying;
    if (step === 'selling' || method === null) return [...parts];
    const isCash = this.findMethod(method)?.type === 'cash';
    const last = { payment_id: method, amount: covers, tendered: isCash ? given : null, ref_number: ref || null };
    return [...parts, last];
  }

  findMethod(id: number) {
    return this.shop.payments.find((method) => method.id === id);
  }

  /** Changes the draft; the first change after a paid sale begins the next one. */
  change(event: DraftEvent): void {
    const { draft, done } = this.view.get();
    const next = changeDraft(draft, event);
    if (next === draft) return;
    this.set({ draft: next, done: event.kind === 'load' || !done ? done : done.isSold ? null : done });
    this.reprice();
    void this.#store.storeDraft(next).catch(() => undefined);
    this.machine?.tell({ kind: 'touched' });
  }

  reprice(): void {
    this.set({ priced: this.view.get().draft.lines.length === 0 ? null : this.price() });
  }

  titleOf({ item_id, offer_id }: Pick<DraftLine, 'item_id' | 'offer_id'>): string {
    const titles =
      item_id === null
        ? this.shop.bundles.find(({ id }) => id === offer_id)?.titles
        : this.pack.item(item_id)?.titles;
    return resolveText(titles, getLocale()) || `#${item_id ?? offer_id}`;
  }

  stepperOf({ item_id }: Pick<DraftLine, 'item_id'>): number {
    return item_id === null ? 1 : (this.pack.item(item_id)?.stepper ?? 1);
  }

  /** Units that may be left, in thousandths: what the pack told less what was sold here since. */
  availableOf(item_id: number): number | null {
    const item = this.pack.item(item_id);
    if (!item) return null;
    return Math.round(item.available * ONE) - (this.#sold.get(item_id) ?? 0);
  }

  /** Adds goods and says the line as a screen reader speaks it. */
  add(goods: Goods, quantity?: number): void {
    if (this.view.get().done?.isSold) this.set({ done: null, paying: NO_PAYING, step: 'selling' });
    this.change({ kind: 'add', goods, ...(quantity === undefined ? {} : { quantity }) });
    this.set({ entry: '' });
    this.#sayLine('added');
  }

  #sayLine(sound?: TillSound): void {
    const { draft, priced } = this.view.get();
    const line = draft.lines.find(({ key }) => key === draft.selected);
    const row = priced?.lines.find(({ key }) => key === draft.selected);
    if (!line || !row || !priced) return;
    const values = {
      title: isolateBidi(this.titleOf(line)),
      quantity: isolateBidi(formatNumber(line.quantity / ONE, { locale: getLocale() })),
      amount: isolateBidi(this.money(row.gross)),
      total: isolateBidi(this.money(priced.totals.due)),
    };
    this.say('plain', i18n.t('till:notice.line', values), sound);
  }

  addItem(item_id: number, quantity?: number): boolean {
    const item = this.pack.item(item_id);
    if (!item) return false;
    this.add({ kind: 'item', item_id, stepper: item.stepper }, quantity);
    return true;
  }

  addBundle(offer_id: number): boolean {
    const bundle = this.shop.bundles.find(({ id }) => id === offer_id);
    if (!bundle || !isBundleSold(bundle, this.pack)) return false;
    this.add({ kind: 'bundle', offer_id });
    return true;
  }

  /** Returns the item of a read code; the end of a longer one when something was typed right before the scan. */
  findScanned(code: string) {
    for (let from = 0; code.length - from >= (from === 0 ? 1 : 8); from += 1) {
      const item = this.pack.findCode(code.slice(from));
      if (item) return item;
    }
    return undefined;
  }

  /** Takes a scanned code, whatever the page shows; it never becomes a quantity. */
  scan(code: string): boolean {
    this.set({ entry: '' });
    const item = this.findScanned(code);
    if (!item) {
      this.say('bad', i18n.t('till:notice.unknown', { code: isolateBidi(code) }), 'unknown');
      return false;
    }
    const wasPaying = this.view.get().step === 'paying' && !this.view.get().done;
    this.addItem(item.item_id);
    // what was to be handed over was for the sum before
    if (wasPaying) {
      const { paying } = this.view.get();
      this.set({ paying: { ...paying, given: null, covers: null } });
      this.reprice();
    }
    return true;
  }

  typeSign(sign: string): void {
    this.set({ entry: addToEntry(this.view.get().entry, sign) });
  }

  eraseSign(): void {
    this.set({ entry: this.view.get().entry.slice(0, -1) });
  }

  /** Makes the typed number the quantity of the selected line; a number that is too long for one is looked up as a code. */
  applyEntry(): void {
    const { entry, draft } = this.view.get();
    if (entry === '') return;
    const quantity = readEntry(entry);
    if (quantity === null && /^\d{4,}$/.test(entry)) {
      this.scan(entry);
      return;
    }
    this.set({ entry: '' });
    const line = draft.lines.find(({ key }) => key === draft.selected);
    if (!line || quantity === null) return this.say('bad', i18n.t('till:notice.no_line'), 'unknown');
    this.setQuantity(line.key, quantity);
  }

  setQuantity(key: string, quantity: number): void {
    const line = this.view.get().draft.lines.find((one) => one.key === key);
    if (!line) return;
    const stepper = this.stepperOf(line);
    if (!isWholeQuantity(quantity, stepper)) {
      const step = isolateBidi(formatNumber(stepper, { locale: getLocale() }));
      const title = isolateBidi(this.titleOf(line));
      return this.say('bad', i18n.t('till:notice.step', { step, title }), 'unknown');
    }
    this.change({ kind: 'set_quantity', key, quantity });
    this.#sayLine('added');
  }

  stepLine(key: string | null, by: 1 | -1): void {
    const line = this.view.get().draft.lines.find((one) => one.key === key);
    if (!line) return;
    this.change({ kind: 'step', key: line.key, by, stepper: this.stepperOf(line) });
    this.#sayLine();
  }

  /** Selects the line above or below. */
  moveSelection(by: 1 | -1): void {
    const { lines, selected } = this.view.get().draft;
    const next = lines[lines.findIndex(({ key }) => key === selected) + by];
    if (next) this.change({ kind: 'select', key: next.key });
  }

  /** Takes the selected line away; from the second time on it is asked, because lines that go are counted. */
  askRemove(key: string | null): void {
    if (key === null) return;
    this.change({ kind: 'select', key });
    if (this.view.get().voids > 0) this.set({ dialog: 'remove' });
    else this.removeLine(key);
  }

  removeLine(key: string | null): void {
    const line = this.view.get().draft.lines.find((one) => one.key === key);
    if (!line) return;
    const title = isolateBidi(this.titleOf(line));
    this.change({ kind: 'remove', key: line.key });
    this.set({ voids: this.view.get().voids + 1 });
    this.say('plain', i18n.t('till:notice.removed', { title }));
    if (this.view.get().draft.lines.length === 0) this.set({ step: 'selling', paying: NO_PAYING });
  }

  /** Empties the receipt for the next customer. */
  clear(): void {
    this.#customer = null;
    this.set({ step: 'selling', paying: NO_PAYING, entry: '' });
    this.change({ kind: 'load', draft: EMPTY_DRAFT });
  }

  /** Takes a cart up, and the customer's own prices with it. */
  load(draft: SaleDraft): void {
    this.change({ kind: 'load', draft });
    void this.setClient(draft.client);
  }

  async setClient(client: DraftClient | null): Promise<void> {
    this.change({ kind: 'client', client });
    this.#customer =
      client && client.phone !== ''
        ? { phone: client.phone, hash: await hashPhone(client.phone, this.shop.salt) }
        : null;
    this.reprice();
  }

  show(dialog: TillDialog | null): void {
    this.set({ dialog });
  }

  /** Takes another pack over; the sale goes on with its prices. */
  takePack(rules: PriceRules, version: string, changed: readonly number[]): void {
    this.rules = rules;
    this.version = version;
    for (const id of changed) this.#sold.delete(id);
    this.set({ packs: this.view.get().packs + 1 });
    this.reprice();
  }

  // --- paying

  openPay(): void {
    const { draft, step } = this.view.get();
    if (draft.lines.length === 0 || step === 'paying') return;
    if (draft.coupon && draft.coupon.amount === 0) this.say('bad', i18n.t('till:notice.coupon_waits'), 'unknown');
    const cash = this.shop.payments.find(({ type }) => type === 'cash') ?? this.shop.payments[0];
    this.set({ step: 'paying', paying: { ...NO_PAYING, method: cash?.id ?? null }, entry: '' });
    this.reprice();
    this.machine?.tell({ kind: 'touched' });
  }

  closePay(): void {
    this.set({ step: 'selling', paying: NO_PAYING });
    this.reprice();
  }

  pay(part: Partial<TillView['paying']>): void {
    this.set({ paying: { ...this.view.get().paying, ...part } });
    this.reprice();
  }

  chooseMethod(id: number): void {
    this.pay({ method: id, given: null, ref: '' });
  }

  /** What the chosen method has to cover, with its rounding and fee. */
  getRest(): bigint {
    const { priced, paying } = this.view.get();
    return priced?.payments.at(paying.parts.length)?.amount ?? priced?.totals.due ?? 0n;
  }

  /** Keeps what was typed as a part, and goes on with the rest by another method. */
  addPart(): void {
    const { paying, priced } = this.view.get();
    const { covers, method } = paying;
    const rest = this.getRest();
    if (!priced || method === null || covers === null || covers <= 0n || covers >= this.#openAmount()) return;
    const [part] = this.listPayments().slice(-1);
    if (!part) return;
    const others = this.shop.payments.filter(({ id, combinable }) => combinable && id !== method);
    this.pay({ ...NO_PAYING, parts: [...paying.parts, { ...part, amount: rest }], method: others[0]?.id ?? method });
  }

  /** What is open before the chosen method. */
  #openAmount(): bigint {
    const { priced, paying } = this.view.get();
    const taken = paying.parts.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
    return (priced?.totals.due ?? 0n) - taken;
  }

  get openAmount(): bigint {
    return this.#openAmount();
  }

  removePart(at: number): void {
    const { paying } = this.view.get();
    this.pay({ parts: paying.parts.toSpliced(at, 1), given: null, covers: null });
  }

  /** Why the sale cannot end now; null when it can. */
  whyNotPaid(): string | null {
    const { draft, paying, priced } = this.view.get();
    if (!priced || draft.lines.length === 0) return i18n.t('till:notice.nothing');
    if (paying.method === null) return i18n.t('till:notice.no_method');
    const [gone] = listUnsoldLines(this.rules, this.pack, draft);
    if (gone) return i18n.t('till:notice.gone', { title: isolateBidi(this.titleOf(gone)) });
    if (draft.coupon && draft.coupon.amount === 0) return i18n.t('till:notice.coupon_waits');
    const [problem] = priced.problems;
    if (problem) return this.explain({ code: problem.code, params: this.#toWords(problem.params), field: null });
    const paid = priced.payments.reduce((sum, { amount }) => sum + amount, 0n);
    if (paid < priced.totals.due)
      return i18n.t('till:notice.rest', { amount: isolateBidi(this.money(priced.totals.due - paid)) });
    const { given } = paying;
    if (given !== null && given < this.getRest()) return i18n.t('till:notice.too_little');
    return null;
  }

  /** Ends the sale: it is written down first, then everything else. Pressed twice it is one sale. */
  confirm(): void {
    const { draft, step, paying } = this.view.get();
    if (step !== 'paying' || this.machine?.state.get().status !== 'ready') return;
    this.reprice();
    const why = this.whyNotPaid();
    const { priced } = this.view.get();
    if (why !== null || !priced) return this.say('bad', why ?? '', 'unknown');
    const payments = this.listPayments();
    const uuid = crypto.randomUUID();
    const body = toSaleBody(draft, priced, payments, this.shop, {
      sold_at: new Date(),
      clock_offset_ms: this.clockOffset,
      pack_version: this.version,
      session_id: this.session_id,
      cashier_id: this.cashier.id,
    });
    const change = paying.given === null ? null : paying.given - this.getRest();
    const done: DoneSale = { uuid, due: priced.totals.due, change, draft, isSold: false };
    this.#customer = null;
    this.set({ done, draft: EMPTY_DRAFT, priced: null, step: 'selling', paying: NO_PAYING, entry: '' });
    const deadline_ms = this.shop.branch.signs ? SIGNED_DEADLINE_MS : DEADLINE_MS;
    this.machine.tell({ kind: 'paid', uuid, body, deadline_ms });
  }

  // --- what the machine asks for

  print(sale: StoredSale, isCopy: boolean): void {
    const { done } = this.view.get();
    for (const line of sale.body.cart)
      if ('item_id' in line)
        this.#sold.set(line.item_id, (this.#sold.get(line.item_id) ?? 0) + Math.round(line.quantity * ONE));
    countSold(sale.body.cart.flatMap((line) => ('item_id' in line ? [line.item_id] : [])));
    this.paper.set({ sale, isCopy, at: Date.now() });
    if (done?.uuid !== sale.uuid) return;
    this.set({ done: { ...done, isSold: true } });
    if (isEmptyDraft(this.view.get().draft)) void this.#store.storeDraft(EMPTY_DRAFT).catch(() => undefined);
    const amount = isolateBidi(this.money(done.due));
    const text =
      done.change === null || done.change === 0n
        ? i18n.t('till:notice.paid', { amount })
        : i18n.t('till:notice.paid_change', { amount, change: isolateBidi(this.money(done.change)) });
    this.say('good', text, 'paid');
  }

  /** Brings a refused sale's cart back; what was begun meanwhile is put aside. */
  returnCart(uuid: string, body: SaleBody, problem: LetterProblem | null): void {
    const { draft, done } = this.view.get();
    const back = done?.uuid === uuid ? done.draft : toDraft(body, this.shop.settings.scale);
    const isBegun = !isEmptyDraft(draft);
    if (isBegun) void this.hold(draft);
    this.set({ done: null, step: 'selling', paying: NO_PAYING });
    this.load(back);
    if (problem?.code === 'price.changed') this.onPricesChanged();
    const reason = problem ? this.explain(problem) : i18n.t('till:notice.not_paid');
    this.say('bad', isBegun ? `${reason} ${i18n.t('till:notice.held_begun')}` : reason, 'unknown');
  }

  /** The store failed before the sale was written: nothing was sold, and the cart is back. */
  undoPaid(): void {
    const { done } = this.view.get();
    if (!done || done.isSold) return;
    this.set({ done: null });
    this.load(done.draft);
  }

  /** Says a failure in the words of the contract. */
  explain({ code, params }: LetterProblem): string {
    return i18n.has('failures', code) ? i18n.t(`failures:${code}`, params as Record<string, string>) : i18n.t('till:notice.refused');
  }

  /** Amounts of a price problem as the texts say them. */
  #toWords(params: Readonly<Record<string, number | bigint>>): Record<string, string | number> {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        if (name === 'payment_id')
          return ['method', resolveText(this.findMethod(Number(value))?.titles, getLocale())];
        return [name, typeof value === 'bigint' ? this.money(value) : value];
      }),
    );
  }

  /** Puts a cart aside on this till; the server is told by whoever listens. */
  async hold(draft: SaleDraft): Promise<void> {
    const uuid = crypto.randomUUID();
    const first = draft.lines[0];
    const title = draft.client?.name || draft.client?.phone || (first ? this.titleOf(first) : '');
    await this.#store.storeHold({ uuid, title, draft, held_at: new Date().toISOString(), is_sent: false });
    this.set({ holds: this.view.get().holds + 1 });
    this.onHold(uuid);
  }

  /** Opens a page of the office beside the till, which goes on; whoever shows the till says how. */
  openServerPage: (page: 'return' | (string & {})) => void = () => undefined;

  /** Called with a cart that was put aside. */
  onHold: (uuid: string) => void = () => undefined;

  /** Puts the receipt aside, or with an empty one shows what was put aside. */
  holdOrTakeUp(): void {
    const { draft } = this.view.get();
    if (isEmptyDraft(draft)) return this.show('take_up');
    void this.hold(draft).then(() => {
      this.clear();
      this.say('plain', i18n.t('till:notice.held'));
    });
  }
}
