import { type LetterProblem, resolveText, type SaleBody, type StoredSale } from '@dukkan/commerce';
import { formatNumber, isolateBidi } from '../../../lib/format.ts';
import { getLocale, i18n } from '../../../lib/i18n.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { EMPTY_DRAFT, isEmptyDraft, ONE, type SaleDraft } from './draft.ts';
import { countSold } from './often-sold.ts';
import { listUnsoldLines } from './price-sale.ts';
import { ReceiptSession } from './receipt-session.ts';
import { toDraft, toSaleBody } from './sale-body.ts';
import { type DoneSale, NO_PAYING, type TillView } from './till-view.ts';

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

/** The sale at a till: the receipt, its payment, and what becomes of it. */
export class TillSession extends ReceiptSession {
  readonly paper: Store<DuePaper | null> = createStore<DuePaper | null>(null);
  /** Called when the server says that prices changed. */
  onPricesChanged: () => void = () => undefined;

  openPay(): void {
    const { draft, step } = this.view.get();
    if (draft.lines.length === 0 || step === 'paying') return;
    if (draft.coupon && draft.coupon.amount === 0)
      this.say('bad', i18n.t('till:notice.coupon_waits'), 'unknown');
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
    this.pay({
      ...NO_PAYING,
      parts: [...paying.parts, { ...part, amount: rest }],
      method: others[0]?.id ?? method,
    });
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
    if (problem)
      return this.explain({ code: problem.code, params: this.#toWords(problem.params), field: null });
    const paid = priced.payments.reduce((sum, { amount }) => sum + amount, 0n);
    if (paid < priced.totals.due)
      return i18n.t('till:notice.rest', { amount: isolateBidi(this.money(priced.totals.due - paid)) });
    if (paying.given !== null && paying.given < this.getRest()) return i18n.t('till:notice.too_little');
    return null;
  }

  /** Ends the sale: it is written down first, then everything else. Pressed twice it is one sale. */
  confirm(): void {
    const { draft, step, paying } = this.view.get();
    if (step !== 'paying' || this.machine?.state.get().status !== 'ready') return;
    this.reprice();
    const why = this.whyNotPaid();
    const { priced } = this.view.get();
    if (why !== null || !priced) {
      this.say('bad', why ?? '', 'unknown');
      return;
    }
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
    this.customer = null;
    this.set({ done, draft: EMPTY_DRAFT, priced: null, step: 'selling', paying: NO_PAYING, entry: '' });
    const deadline_ms = this.shop.branch.signs ? SIGNED_DEADLINE_MS : DEADLINE_MS;
    this.machine.tell({ kind: 'paid', uuid, body, deadline_ms });
  }

  // --- what the machine asks for

  print(sale: StoredSale, isCopy: boolean): void {
    const { done } = this.view.get();
    for (const line of sale.body.cart)
      if ('item_id' in line)
        this.soldHere.set(
          line.item_id,
          (this.soldHere.get(line.item_id) ?? 0) + Math.round(line.quantity * ONE),
        );
    countSold(sale.body.cart.flatMap((line) => ('item_id' in line ? [line.item_id] : [])));
    this.paper.set({ sale, isCopy, at: Date.now() });
    if (done?.uuid !== sale.uuid) return;
    this.set({ done: { ...done, isSold: true } });
    if (isEmptyDraft(this.view.get().draft)) void this.store.storeDraft(EMPTY_DRAFT).catch(() => undefined);
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
    if (isBegun) this.#putAside(draft, () => undefined);
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
    const { draft } = this.view.get();
    const short = draft.lines.find(
      ({ item_id }) => item_id !== null && this.pack.item(item_id)?.product_id === params.product_id,
    );
    // the contract's text names a number; the till knows the title
    if (code === 'stock.insufficient' && short) {
      const units = isolateBidi(formatNumber(Number(params.available ?? 0), { locale: getLocale() }));
      return i18n.t('till:notice.short', { title: isolateBidi(this.titleOf(short)), shown: units });
    }
    return i18n.has('failures', code)
      ? i18n.t(`failures:${code}`, params as Record<string, string>)
      : i18n.t('till:notice.refused');
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
    await this.store.storeHold({ uuid, title, draft, held_at: new Date().toISOString(), is_sent: false });
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
    if (isEmptyDraft(draft)) {
      this.show('take_up');
      return;
    }
    this.#putAside(draft, () => this.say('plain', i18n.t('till:notice.held')));
    // at once: a second press, or the next scan, is of the next receipt
    this.clear();
  }

  /** Takes a cart up; what was begun meanwhile is put aside. */
  takeUp(taken: SaleDraft): void {
    const { draft } = this.view.get();
    if (!isEmptyDraft(draft))
      this.#putAside(draft, () => this.say('plain', i18n.t('till:notice.held_begun')));
    this.set({ step: 'selling', paying: NO_PAYING, entry: '' });
    this.load(taken);
  }

  /** Puts a cart aside; where the store does not take it, it comes back to an empty receipt, and the cashier is told. */
  #putAside(draft: SaleDraft, onHeld: () => void): void {
    this.hold(draft).then(onHeld, () => {
      if (isEmptyDraft(this.view.get().draft)) this.load(draft);
      this.say('bad', i18n.t('till:stopped'), 'unknown');
    });
  }
}
