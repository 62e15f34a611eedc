/** Quantities are thousandths and costs ten-thousandths of the currency, both as bigint (decisions 0.2). */
export type Batch = {
  readonly id: number;
  readonly remaining: bigint;
  /** Unit cost in ten-thousandths. */
  readonly cost: bigint;
  /** Local day `YYYY-MM-DD`; null never expires. */
  readonly expire_date: string | null;
  /** Milliseconds since 1970. */
  readonly created_at: number;
};

/** So much of one batch, at the batch's own unit cost. */
export type Allocation = { readonly batch_id: number; readonly quantity: bigint; readonly cost: bigint };

/** What a sale took earlier: of a batch, or of nothing yet (`batch_id` null, a deficit at a provisional cost). */
export type StockUse = {
  readonly id: number;
  readonly batch_id: number | null;
  readonly quantity: bigint;
  readonly returned: bigint;
  readonly cost: bigint;
};

/** The smaller of two; Math.min knows no bigint. */
export function minBigInt(a: bigint, b: bigint): bigint {
  if (b < a) return b;
  return a;
}

/** Expired from the day after its date on: on the date itself it still sells (decisions 3.2). */
export const isExpired = (expire_date: string | null, today: string): boolean =>
  expire_date !== null && expire_date < today;

/** First expired, first out; without a date last; then first in, first out (decisions 3.2). */
export function compareFefo(a: Batch, b: Batch): number {
  if (a.expire_date !== b.expire_date) {
    if (a.expire_date === null) return 1;
    if (b.expire_date === null) return -1;
    return a.expire_date < b.expire_date ? -1 : 1;
  }
  return a.created_at - b.created_at || a.id - b.id;
}

/** The batches in selling order; those that stand so already are not copied. */
function inOrder(batches: readonly Batch[]): readonly Batch[] {
  for (let at = 1; at < batches.length; at += 1)
    if (compareFefo(batches[at - 1] as Batch, batches[at] as Batch) > 0) return batches.toSorted(compareFefo);
  return batches;
}

/**
 * Takes a quantity from batches, first expired first, never from an expired one (decisions 3.2).
 * @param today the branch's local day
 * @returns what is taken of which batch, and how much is lacking. RangeError for a negative quantity.
 */
export function allocate(
  batches: readonly Batch[],
  quantity: bigint,
  today: string,
): { readonly taken: readonly Allocation[]; readonly short: bigint } {
  if (quantity < 0n) throw new RangeError('a negative quantity');
  const taken: Allocation[] = [];
  let open = quantity;
  for (const { id, remaining, cost, expire_date } of inOrder(batches)) {
    if (open === 0n) break;
    if (remaining <= 0n || isExpired(expire_date, today)) continue;
    const part = minBigInt(remaining, open);
    taken.push({ batch_id: id, quantity: part, cost });
    open -= part;
  }
  return { taken, short: open };
}

/** Cost of what was taken, in ten-millionths, never rounded (decisions 3.2: numeric(20,7)). */
export const costOf = (parts: readonly { readonly quantity: bigint; readonly cost: bigint }[]): bigint =>
  parts.reduce((all, { quantity, cost }) => all + quantity * cost, 0n);

/** What is still out of a use: taken and not brought back. */
export const unreturnedQuantity = ({ quantity, returned }: Pick<StockUse, 'quantity' | 'returned'>): bigint =>
  quantity - returned;

/**
 * Brings a quantity back to where it came from, the latest taken first (decisions 3.5).
 * @param used in the order in which they were taken
 * @returns how much each use gets back, and how much cannot come back because less is out
 */
export function returnToBatches(
  used: readonly StockUse[],
  quantity: bigint,
): {
  readonly parts: readonly { readonly used: StockUse; readonly quantity: bigint }[];
  readonly over: bigint;
} {
  const parts: { used: StockUse; quantity: bigint }[] = [];
  let open = quantity;
  for (const one of used.toReversed()) {
    if (open === 0n) break;
    const out = unreturnedQuantity(one);
    if (out <= 0n) continue;
    const part = minBigInt(out, open);
    parts.push({ used: one, quantity: part });
    open -= part;
  }
  return { parts, over: open };
}

/**
 * Settles deficits from a new batch, the oldest first (decisions 3.4).
 * @param deficits uses without a batch, oldest first
 * @returns how much of the batch each one gets, what that changes of the cost (ten-millionths), what stays in the batch
 */
export function settleDeficits(
  deficits: readonly StockUse[],
  received: bigint,
  cost: bigint,
): {
  readonly parts: readonly { readonly used: StockUse; readonly quantity: bigint }[];
  readonly difference: bigint;
  readonly remaining: bigint;
} {
  const parts: { used: StockUse; quantity: bigint }[] = [];
  let remaining = received;
  let difference = 0n;
  for (const one of deficits) {
    if (remaining === 0n) break;
    const open = unreturnedQuantity(one);
    if (one.batch_id !== null || open <= 0n) continue;
    const part = minBigInt(open, remaining);
    parts.push({ used: one, quantity: part });
    difference += part * (cost - one.cost);
    remaining -= part;
  }
  return { parts, difference, remaining };
}

/**
 * What a new received quantity means for a batch of which some units are gone (decisions 3.6, line update).
 * @returns what remains, and how many gone units must be taken from elsewhere; `force` where that is needed
 */
export function changeReceivedQuantity(
  { quantity, remaining }: { readonly quantity: bigint; readonly remaining: bigint },
  received: bigint,
): { readonly remaining: bigint; readonly displaced: bigint; readonly force: boolean } {
  if (received < 0n) throw new RangeError('a negative quantity');
  const gone = quantity - remaining;
  return received >= gone
    ? { remaining: received - gone, displaced: 0n, force: false }
    : { remaining: 0n, displaced: gone - received, force: true };
}

/** What a new unit cost changes of the cost of the units that are gone (decisions 3.6), in ten-millionths. */
export const costDifference = (gone: bigint, before: bigint, after: bigint): bigint =>
  gone * (after - before);
