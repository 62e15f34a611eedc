/** The number of one unit; quantities are thousandths. */
export const ONE = 1_000;

export type SaleDraftLine = {
  readonly key: string;
  /** Null for a bundle. */
  readonly item_id: number | null;
  readonly offer_id: number | null;
  /** In thousandths. */
  readonly quantity: number;
  readonly extras_ids: readonly number[];
};

/** What a coupon takes off this cart, as the server computed it for these lines. */
export type DraftCoupon = {
  readonly code: string;
  readonly id: number;
  /** In minor units. */
  readonly amount: number;
  /** The keys of the lines that it is for. */
  readonly lines: readonly string[];
};

export type DraftClient = { readonly phone: string; readonly name: string };

/** The sale that is being put together. */
export type SaleDraft = {
  readonly lines: readonly SaleDraftLine[];
  /** The key of the line that quantity keys change: the one that was added or changed last. */
  readonly selected: string | null;
  readonly client: DraftClient | null;
  readonly coupon: DraftCoupon | null;
  /** In minor units, or basis points for a percentage; 0 for none. */
  readonly discount: number;
  readonly discount_type: 'fixed' | 'percent';
  /** A manager's approval of the discount, sealed by the server. */
  readonly approval_word: string | null;
  readonly notes: string;
  readonly type: 'take_away' | 'dine_in';
  /** The number of lines that were made, for their keys. */
  readonly made: number;
};

export const EMPTY_DRAFT: SaleDraft = {
  lines: [],
  selected: null,
  client: null,
  coupon: null,
  discount: 0,
  discount_type: 'percent',
  approval_word: null,
  notes: '',
  type: 'take_away',
  made: 0,
};

/** What is sold: an item with its quantity step, or a bundle. */
export type Goods =
  | { readonly kind: 'item'; readonly item_id: number; readonly stepper: number }
  | { readonly kind: 'bundle'; readonly offer_id: number };

export type DraftEvent =
  | { readonly kind: 'add'; readonly goods: Goods; readonly quantity?: number }
  | { readonly kind: 'set_quantity'; readonly key: string; readonly quantity: number }
  | { readonly kind: 'step'; readonly key: string; readonly by: 1 | -1; readonly stepper: number }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'select'; readonly key: string }
  | { readonly kind: 'set_extras'; readonly key: string; readonly extras_ids: readonly number[] }
  | {
      readonly kind: 'discount';
      readonly discount: number;
      readonly discount_type: 'fixed' | 'percent';
      readonly approval_word: string | null;
    }
  | { readonly kind: 'coupon'; readonly coupon: DraftCoupon | null }
  | { readonly kind: 'client'; readonly client: DraftClient | null }
  | { readonly kind: 'notes'; readonly notes: string }
  | { readonly kind: 'type'; readonly type: SaleDraft['type'] }
  | { readonly kind: 'load'; readonly draft: SaleDraft };

/** The largest quantity of a line: 9,999 units. A longer number is a code that came into the wrong place. */
export const MAX_QUANTITY = 9_999 * ONE;

/** Returns the quantity that adding an item once means: one unit, or its step where one unit is no multiple of it. */
export const getFirstQuantity = (stepper: number): number => {
  const step = Math.round(stepper * ONE);
  return step <= 0 || ONE % step === 0 ? ONE : step;
};

/** Returns whether a quantity is one that the item is sold in. */
export const isWholeQuantity = (quantity: number, stepper: number): boolean => {
  const step = Math.round(stepper * ONE);
  return quantity > 0 && quantity <= MAX_QUANTITY && (step <= 0 || quantity % step === 0);
};

const isSameGoods = (line: SaleDraftLine, goods: Goods): boolean =>
  goods.kind === 'item'
    ? line.item_id === goods.item_id && line.extras_ids.length === 0
    : line.offer_id === goods.offer_id;

/** A coupon is computed for exact lines, so that a changed line loses it until the server has computed it again. */
const changeLines = (
  draft: SaleDraft,
  lines: readonly SaleDraftLine[],
  selected: string | null,
): SaleDraft => ({
  ...draft,
  lines,
  selected,
  coupon: draft.coupon && { ...draft.coupon, amount: 0, lines: [] },
});

const addGoods = (draft: SaleDraft, goods: Goods, units: number | undefined): SaleDraft => {
  const quantity = units ?? (goods.kind === 'item' ? getFirstQuantity(goods.stepper) : ONE);
  const there = draft.lines.find((line) => isSameGoods(line, goods));
  if (there) {
    const sum = Math.min(there.quantity + quantity, MAX_QUANTITY);
    const lines = draft.lines.map((line) => (line === there ? { ...line, quantity: sum } : line));
    return changeLines(draft, lines, there.key);
  }
  const key = `l${draft.made}`;
  const line: SaleDraftLine = {
    key,
    item_id: goods.kind === 'item' ? goods.item_id : null,
    offer_id: goods.kind === 'bundle' ? goods.offer_id : null,
    quantity,
    extras_ids: [],
  };
  return changeLines({ ...draft, made: draft.made + 1 }, [...draft.lines, line], key);
};

const setLine = (draft: SaleDraft, key: string, part: Partial<SaleDraftLine>): SaleDraft =>
  draft.lines.some((line) => line.key === key)
    ? changeLines(
        draft,
        draft.lines.map((line) => (line.key === key ? { ...line, ...part } : line)),
        key,
      )
    : draft;

const removeLine = (draft: SaleDraft, key: string): SaleDraft => {
  const at = draft.lines.findIndex((line) => line.key === key);
  if (at < 0) return draft;
  const lines = draft.lines.toSpliced(at, 1);
  // the last line taken away leaves an empty sale, but not another customer's; what was given on its goods goes with them
  const rest = lines.length > 0 ? draft : { ...draft, discount: 0, approval_word: null, coupon: null };
  return changeLines(rest, lines, (lines[at] ?? lines[at - 1])?.key ?? null);
};

const stepLine = (draft: SaleDraft, key: string, by: 1 | -1, stepper: number): SaleDraft => {
  const line = draft.lines.find((one) => one.key === key);
  if (!line) return draft;
  const quantity = line.quantity + by * (line.offer_id === null ? getFirstQuantity(stepper) : ONE);
  // one less than one unit is no line any more; taking it away is a key of its own, because voids are counted
  return quantity <= 0 || quantity > MAX_QUANTITY ? draft : setLine(draft, key, { quantity });
};

/** Changes the sale that is being put together. Pure; quantities are checked by the caller. */
export function changeDraft(draft: SaleDraft, event: DraftEvent): SaleDraft {
  switch (event.kind) {
    case 'add':
      return addGoods(draft, event.goods, event.quantity);
    case 'set_quantity':
      return event.quantity > 0 && event.quantity <= MAX_QUANTITY
        ? setLine(draft, event.key, { quantity: event.quantity })
        : draft;
    case 'step':
      return stepLine(draft, event.key, event.by, event.stepper);
    case 'remove':
      return removeLine(draft, event.key);
    case 'select':
      return draft.lines.some(({ key }) => key === event.key) ? { ...draft, selected: event.key } : draft;
    case 'set_extras':
      return setLine(draft, event.key, { extras_ids: event.extras_ids });
    case 'discount': {
      const { discount, discount_type, approval_word } = event;
      return { ...draft, discount, discount_type, approval_word };
    }
    case 'coupon':
      return { ...draft, coupon: event.coupon };
    case 'client':
      return { ...draft, client: event.client };
    case 'notes':
      return { ...draft, notes: event.notes };
    case 'type':
      return { ...draft, type: event.type };
    case 'load':
      return event.draft;
  }
}

/** Returns whether there is nothing in a sale that somebody would miss. */
export const isEmptyDraft = ({ lines, client, notes }: SaleDraft): boolean =>
  lines.length === 0 && client === null && notes === '';
