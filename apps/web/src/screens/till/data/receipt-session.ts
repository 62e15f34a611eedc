import { fromMinor, type PricedCart, resolveText } from '@dukkan/commerce';
import { formatMoney, formatNumber, isolateBidi } from '../../../lib/format.ts';
import { getLocale, i18n } from '../../../lib/i18n.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { PackIndex } from '../pack/pack-index.ts';
import type { PackShop } from '../pack/pack-shape.ts';
import { hashPhone } from './device-key.ts';
import {
  changeDraft,
  type DraftClient,
  type DraftEvent,
  EMPTY_DRAFT,
  type Goods,
  isWholeQuantity,
  ONE,
  type SaleDraft,
  type SaleDraftLine,
} from './draft.ts';
import { isBundleSold, type PricedFor, priceSale, type SalePart, type TillRules } from './price-sale.ts';
import { addToEntry, readEntry } from './till-keys.ts';
import type { TillMachine } from './till-machine.ts';
import { playSound, type TillSound } from './till-sounds.ts';
import type { Cashier, PairedDevice, TillStore } from './till-store.ts';
import { FIRST_VIEW, NO_PAYING, type Notice, type TillDialogName, type TillView } from './till-view.ts';

export type TillParts = {
  readonly device: PairedDevice;
  readonly store: Pick<TillStore, 'storeDraft' | 'storeHold' | 'dropHold' | 'readHolds'>;
  readonly pack: PackIndex;
  readonly rules: TillRules;
  readonly version: string;
  readonly cashier: Cashier;
};

/** The receipt that is being filled: what the cashier does to it, what it costs, and what is said of it. */
export class ReceiptSession {
  readonly view: Store<TillView> = createStore(FIRST_VIEW);
  readonly device: PairedDevice;
  readonly pack: PackIndex;
  readonly cashier: Cashier;
  machine: TillMachine | null = null;
  rules: TillRules;
  version: string;
  session_id: number | null = null;
  /** The server's clock less the till's. */
  clockOffset: number | null = null;
  protected readonly store: TillParts['store'];
  protected customer: PricedFor = null;
  /** Units sold here since the pack told how many there are, in thousandths. */
  protected readonly soldHere = new Map<number, number>();

  constructor(parts: TillParts) {
    this.device = parts.device;
    this.pack = parts.pack;
    this.rules = parts.rules;
    this.version = parts.version;
    this.cashier = parts.cashier;
    this.store = parts.store;
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
  price(payments: readonly SalePart[] = this.listPayments()): PricedCart {
    const { draft } = this.view.get();
    return priceSale(this.rules, this.pack, draft, { now: this.now(), customer: this.customer, payments });
  }

  /** The moment by the server's clock, as far as it is known. */
  now(): Date {
    return new Date(Date.now() + (this.clockOffset ?? 0));
  }

  /** The payments as far as they are chosen: the parts, then the method that covers the rest. */
  listPayments(): SalePart[] {
    const { step, paying } = this.view.get();
    const { parts, method, covers, ref } = paying;
    if (step === 'selling' || method === null) return [...parts];
    const isCash = this.findMethod(method)?.type === 'cash';
    const last = {
      payment_id: method,
      amount: covers,
      tendered: isCash ? paying.given : null,
      ref_number: ref || null,
    };
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
    void this.store.storeDraft(next).catch(() => undefined);
    this.machine?.tell({ kind: 'touched' });
  }

  reprice(): void {
    this.set({ priced: this.view.get().draft.lines.length === 0 ? null : this.price() });
  }

  titleOf({ item_id, offer_id }: Pick<SaleDraftLine, 'item_id' | 'offer_id'>): string {
    const titles =
      item_id === null
        ? this.shop.bundles.find(({ id }) => id === offer_id)?.titles
        : this.pack.item(item_id)?.titles;
    return resolveText(titles, getLocale()) || `#${item_id ?? offer_id}`;
  }

  stepperOf({ item_id }: Pick<SaleDraftLine, 'item_id'>): number {
    return item_id === null ? 1 : (this.pack.item(item_id)?.stepper ?? 1);
  }

  /** Units that may be left, in thousandths: what the pack told less what was sold here since. */
  availableOf(item_id: number): number | null {
    const item = this.pack.item(item_id);
    if (!item) return null;
    return Math.round(item.available * ONE) - (this.soldHere.get(item_id) ?? 0);
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
    if (line && quantity !== null) this.setQuantity(line.key, quantity);
    else this.say('bad', i18n.t('till:notice.no_line'), 'unknown');
  }

  setQuantity(key: string, quantity: number): void {
    const line = this.view.get().draft.lines.find((one) => one.key === key);
    if (!line) return;
    const stepper = this.stepperOf(line);
    if (!isWholeQuantity(quantity, stepper)) {
      const step = isolateBidi(formatNumber(stepper, { locale: getLocale() }));
      const title = isolateBidi(this.titleOf(line));
      this.say('bad', i18n.t('till:notice.step', { step, title }), 'unknown');
      return;
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
    this.customer = null;
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
    this.customer =
      client && client.phone !== ''
        ? { phone: client.phone, hash: await hashPhone(client.phone, this.shop.salt) }
        : null;
    this.reprice();
  }

  show(dialog: TillDialogName | null): void {
    this.set({ dialog });
  }

  /** Takes another pack over; the sale goes on with its prices. */
  takePack(rules: TillRules, version: string, changed: readonly number[]): void {
    this.rules = rules;
    this.version = version;
    for (const id of changed) this.soldHere.delete(id);
    this.set({ packs: this.view.get().packs + 1 });
    this.reprice();
  }
}
