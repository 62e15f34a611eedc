/** A batch; quantities are thousandths and costs ten-thousandths of the currency, both as bigint. */
export type Batch = {
  readonly id: number;
  readonly remaining: bigint;
  /** Unit cost in ten-thousandths. */
  readonly cost: bigint;
  /** A date, `YYYY-MM-DD`; null for goods that never expire. */
  readonly expire_date: string | null;
  /** Milliseconds since 1970. */
  readonly created_at: number;
};

/** A quantity from one batch, at the batch's own unit cost. */
export type Allocation = { readonly batch_id: number; readonly quantity: bigint; readonly cost: bigint };

/**
 * The earlier use of stock by a sale: from a batch, or from none yet (`batch_id` null, a deficit at a provisional
 * cost).
 */
export type StockUse = {
  readonly id: number;
  readonly batch_id: number | null;
  readonly quantity: bigint;
  readonly returned: bigint;
  readonly cost: bigint;
};

/** The smaller of two bigints, which Math.min does not accept. */
export function minBigInt(a: bigint, b: bigint): bigint {
  if (b < a) return b;
  return a;
}

/** The larger of two bigints. */
export function maxBigInt(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** True from the day after the expiry date; on the date itself the batch still sells. */
export const isExpired = (expire_date: string | null, today: string): boolean =>
  expire_date !== null && expire_date < today;

/** Sorts by expiry date, without a date last, then by arrival. */
export function compareFefo(a: Batch, b: Batch): number {
  if (a.expire_date !== b.expire_date) {
    if (a.expire_date === null) return 1;
    if (b.expire_date === null) return -1;
    return a.expire_date < b.expire_date ? -1 : 1;
  }
  return a.created_at - b.created_at || a.id - b.id;
}

/** The batches in selling order; sorted input is returned without a copy. */
function sortByFefo(batches: readonly Batch[]): readonly Batch[] {
  for (let index = 1; index < batches.length; index += 1)
    if (compareFefo(batches[index - 1] as Batch, batches[index] as Batch) > 0)
      return batches.toSorted(compareFefo);
  return batches;
}

/**
 * Allocates a quantity from batches, first expired first, never from an expired one.
 * @param today the branch's date
 * @returns the allocations, and the quantity that is lacking. RangeError for a negative quantity.
 */
export function allocateFefo(
  batches: readonly Batch[],
  quantity: bigint,
  today: string,
): { readonly taken: readonly Allocation[]; readonly short: bigint } {
  if (quantity < 0n) throw new RangeError('a negative quantity');
  const taken: Allocation[] = [];
  let open = quantity;
  for (const { id, remaining, cost, expire_date } of sortByFefo(batches)) {
    if (open === 0n) break;
    if (remaining <= 0n || isExpired(expire_date, today)) continue;
    const part = minBigInt(remaining, open);
    taken.push({ batch_id: id, quantity: part, cost });
    open -= part;
  }
  return { taken, short: open };
}

/** The cost of allocations, in ten-millionths, never rounded. */
export const sumCosts = (parts: readonly { readonly quantity: bigint; readonly cost: bigint }[]): bigint =>
  parts.reduce((all, { quantity, cost }) => all + quantity * cost, 0n);

/** The quantity of a use that was not returned. */
export const getUnreturnedQuantity = ({
  quantity,
  returned,
}: Pick<StockUse, 'quantity' | 'returned'>): bigint => quantity - returned;

/**
 * Returns a quantity to the batches it came from, the latest use first.
 * @param used in the order of use
 * @returns the returned quantity per use, and the quantity that exceeds all uses
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
  for (const use of used.toReversed()) {
    if (open === 0n) break;
    const out = getUnreturnedQuantity(use);
    if (out <= 0n) continue;
    const part = minBigInt(out, open);
    parts.push({ used: use, quantity: part });
    open -= part;
  }
  return { parts, over: open };
}

/**
 * Settles deficits from a new batch, the oldest first.
 * @param deficits uses without a batch, oldest first
 * @returns the batch's units for each deficit, the change of cost (ten-millionths), and the units left in the batch
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
  for (const deficit of deficits) {
    if (remaining === 0n) break;
    const open = getUnreturnedQuantity(deficit);
    if (deficit.batch_id !== null || open <= 0n) continue;
    const part = minBigInt(open, remaining);
    parts.push({ used: deficit, quantity: part });
    difference += part * (cost - deficit.cost);
    remaining -= part;
  }
  return { parts, difference, remaining };
}

/**
 * Changes the received quantity of a batch of which some units are sold.
 * @returns the remaining quantity, and the sold units that must be taken from other batches; `force` when there are
 * any
 */
export function changeReceivedQuantity(
  { quantity, remaining }: { readonly quantity: bigint; readonly remaining: bigint },
  received: bigint,
): { readonly remaining: bigint; readonly displaced: bigint; readonly force: boolean } {
  if (received < 0n) throw new RangeError('a negative quantity');
  const soldQuantity = quantity - remaining;
  return received >= soldQuantity
    ? { remaining: received - soldQuantity, displaced: 0n, force: false }
    : { remaining: 0n, displaced: soldQuantity - received, force: true };
}

/** The change of cost of the sold units after their unit cost changes, in ten-millionths. */
export const computeCostDifference = (soldQuantity: bigint, oldCost: bigint, newCost: bigint): bigint =>
  soldQuantity * (newCost - oldCost);
