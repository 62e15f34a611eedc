import { latinDigits } from '@dukkan/commerce';

const DIGITS = /^\d{1,15}$/;

/** The decimal sign of a number whose only sign is a comma: three digits after it may as well be thousands. */
function commaMeans(whole: string, after: string, scale: number): 'decimals' | 'thousands' | null {
  if (after.length !== 3) return 'decimals';
  if (whole.length > 3 || whole.startsWith('0')) return 'decimals';
  // with three decimals in the currency both can be meant: nobody guesses about money
  return scale < 3 ? 'thousands' : null;
}

/**
 * A number as people write it: both digit sets, '12,50', '1.234,50', '1,234.50', '١٢٫٥'. A point alone is a decimal
 * point, because that is how spreadsheets keep numbers.
 * @param scale decimals that the amount may have; decides what one comma means
 * @returns the digits with a point ('-1234.50'), or null where it is no number or cannot be told
 */
export function parseNumber(text: string, scale: number): string | null {
  const plain = latinDigits(text)
    .replace(/[\s\u00a0\u202f'’\u200e\u200f\u061c]/g, '')
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',');
  const sign = /^[-\u2212]/.test(plain) ? '-' : '';
  const body = plain.replace(/^[-+\u2212]/, '');
  if (!/^\d[\d.,]*$/.test(body) || body.length > 20) return null;
  const dots = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  const grouped = (whole: string, mark: string): string | null => {
    const [first = '', ...rest] = whole.split(mark);
    if (first.length > 3 || first === '' || rest.some((group) => !/^\d{3}$/.test(group))) return null;
    return first + rest.join('');
  };
  const joined = (whole: string | null, after: string): string | null =>
    whole !== null && DIGITS.test(whole) && /^\d{0,10}$/.test(after)
      ? `${sign}${whole}${after === '' ? '' : `.${after}`}`
      : null;
  if (dots === 0 && commas === 0) return joined(body, '');
  if (dots > 0 && commas > 0) {
    const mark = body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ',';
    const at = body.lastIndexOf(mark);
    const whole = body.slice(0, at);
    return whole.includes(mark) ? null : joined(grouped(whole, mark === '.' ? ',' : '.'), body.slice(at + 1));
  }
  const mark = dots > 0 ? '.' : ',';
  if (dots + commas > 1) return joined(grouped(body, mark), '');
  const [whole = '', after = ''] = body.split(mark);
  if (mark === '.') return joined(whole, after);
  const means = commaMeans(whole, after, scale);
  if (means === null) return null;
  return means === 'decimals' ? joined(whole, after) : joined(whole + after, '');
}
