// Punycode (RFC 3492), for the parts of host names that start with xn--

const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_SIGN] = [36, 1, 26, 38, 700, 72, 128];
const LAST_SIGN = 0x10ffff;

function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Decodes a part of a host name without its xn--; null when it is no Punycode. */
export function decodePunycode(text: string): string | null {
  const lower = text.toLowerCase();
  const end = lower.lastIndexOf('-');
  const signs = Array.from(lower.slice(0, Math.max(end, 0)), (sign) => sign.charCodeAt(0));
  let [n, i, bias] = [FIRST_SIGN, 0, FIRST_BIAS];
  for (let at = end < 0 ? 0 : end + 1; at < lower.length; ) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = at < lower.length ? DIGITS.indexOf(lower.charAt(at)) : -1;
      at += 1;
      if (digit < 0) return null;
      i += digit * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > LAST_SIGN * BASE) return null;
    }
    const count = signs.length + 1;
    bias = adaptBias(i - before, count, before === 0);
    n += Math.floor(i / count);
    i %= count;
    if (n > LAST_SIGN) return null;
    signs.splice(i, 0, n);
    i += 1;
  }
  return String.fromCodePoint(...signs);
}
