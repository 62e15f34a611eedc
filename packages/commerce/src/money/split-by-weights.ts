const EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const FEW = 64;

/**
 * splitByWeights where every product is an exact number, which is several times as fast. `size` and `sum` are
 * positive.
 */
function shareSmall(size: number, sum: number, weights: readonly bigint[]): number[] {
  const shares: number[] = [];
  const remainders: number[] = [];
  let remaining = size;
  for (const weight of weights) {
    const exact = size * Number(weight);
    const remainder = exact % sum;
    const share = (exact - remainder) / sum;
    shares.push(share);
    remainders.push(remainder);
    remaining -= share;
  }
  for (; remaining > 0; remaining -= 1) {
    let first = 0;
    for (let at = 1; at < remainders.length; at += 1) {
      const difference = (remainders[at] ?? 0) - (remainders[first] ?? 0);
      if (difference > 0 || (difference === 0 && (weights[at] ?? 0n) > (weights[first] ?? 0n))) first = at;
    }
    shares[first] = (shares[first] ?? 0) + 1;
    remainders[first] = -1;
  }
  return shares;
}

function shareLarge(size: bigint, sum: bigint, weights: readonly bigint[]): bigint[] {
  const parts = weights.map((weight, index) => ({
    index,
    weight,
    share: (size * weight) / sum,
    remainder: (size * weight) % sum,
  }));
  const remaining = size - parts.reduce((all, part) => all + part.share, 0n);
  const larger = (a: bigint, b: bigint): number => (a > b ? -1 : a < b ? 1 : 0);
  const ranked = parts.toSorted(
    (a, b) => larger(a.remainder, b.remainder) || larger(a.weight, b.weight) || a.index - b.index,
  );
  for (const part of ranked.slice(0, Number(remaining))) part.share += 1n;
  return parts.map(({ share }) => share);
}

/**
 * Splits a total by weights with the largest remainder: floors each share of |total|, then gives the left-over units
 * to the largest remainders, ties to the larger weight, then the lower index; the sign is restored. If all weights
 * are 0, all parts are 0; otherwise the parts sum to the total. RangeError for a negative weight.
 */
export function splitByWeights(total: bigint, weights: readonly bigint[]): bigint[] {
  let sum = 0n;
  for (const weight of weights) {
    if (weight < 0n) throw new RangeError('a weight is negative');
    sum += weight;
  }
  if (sum === 0n) return weights.map(() => 0n);
  const isNegative = total < 0n;
  const size = isNegative ? -total : total;
  if (weights.length <= FEW && size * sum <= EXACT)
    return shareSmall(Number(size), Number(sum), weights).map((share) => BigInt(isNegative ? -share : share));
  const shares = shareLarge(size, sum, weights);
  return isNegative ? shares.map((share) => -share) : shares;
}
