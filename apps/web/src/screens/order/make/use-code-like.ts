import { useEffect, useState } from 'react';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import type { Line } from './draft.ts';

/** Nobody buys so many by chance of the digits that a barcode begins with. */
const DIGITS_MIN = 3;
/** So many units of one thing are no quantity. */
const DIGITS_MAX = 7;

/** A quantity that nobody has confirmed and that may be the start of a code. */
const isDoubtful = ({ text, sure }: Line): boolean =>
  new RegExp(`^\\d{${DIGITS_MIN},}$`).test(text.trim()) && sure !== text.trim();

async function startsSomeCode(digits: string): Promise<boolean> {
  try {
    const { results } = await callApi(api.product.list, {
      keywords: digits,
      status: 1,
      limit: 10,
      sort_by: 'id',
      sort_as: 'desc',
    });
    return results.some(({ items }) => items.some(({ barcode }) => barcode?.startsWith(digits)));
  } catch (error) {
    if (error instanceof CallFailure) return false;
    throw error;
  }
}

/**
 * The keys of lines whose quantity equals the start of a code of the shop: a scan that was cut in two leaves its first
 * digits there. Rule: docs/rules/phone-orders.md#scan
 */
export function useLinesWithCutScan(lines: readonly Line[]): ReadonlySet<string> {
  const [starts, setStarts] = useState<ReadonlyMap<string, boolean>>(new Map());
  const doubtful = lines.filter(isDoubtful);
  const open = doubtful
    .map(({ text }) => text.trim())
    .filter((text) => text.length <= DIGITS_MAX && !starts.has(text))
    .join(' ');
  useEffect(() => {
    if (open === '') return;
    // while digits are still being typed, each of them would be a question
    const timer = setTimeout(() => {
      for (const digits of open.split(' '))
        void startsSomeCode(digits).then((does) => setStarts((known) => new Map([...known, [digits, does]])));
    }, 300);
    return () => clearTimeout(timer);
  }, [open]);
  const isCode = (text: string) =>
    text.length > DIGITS_MAX ||
    starts.get(text) === true ||
    lines.some(({ barcode }) => barcode?.startsWith(text));
  return new Set(doubtful.filter(({ text }) => isCode(text.trim())).map(({ key }) => key));
}
