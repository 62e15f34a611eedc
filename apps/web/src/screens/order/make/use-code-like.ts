import { useEffect, useState } from 'react';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import type { DraftLine } from './draft.ts';

/** A number with fewer digits is a plausible quantity and not the start of a barcode. */
const DIGITS_MIN = 3;
/** A number with more digits is never a quantity, so it need not be looked up. */
const DIGITS_MAX = 7;

/** Returns whether a quantity may be the start of a barcode and was not confirmed. */
const isDoubtful = ({ text, sure }: DraftLine): boolean =>
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
 * Returns the keys of lines whose quantity is the start of one of the shop's barcodes: a scan that was split leaves its
 * first digits there. Rule: docs/rules/phone-orders.md#scan
 */
export function useLinesWithPartialBarcode(lines: readonly DraftLine[]): ReadonlySet<string> {
  const [starts, setStarts] = useState<ReadonlyMap<string, boolean>>(new Map());
  const doubtful = lines.filter(isDoubtful);
  const open = doubtful
    .map(({ text }) => text.trim())
    .filter((text) => text.length <= DIGITS_MAX && !starts.has(text))
    .join(' ');
  useEffect(() => {
    if (open === '') return;
    // waits for a pause, because otherwise every typed digit would send a request
    const timer = setTimeout(() => {
      for (const digits of open.split(' '))
        void startsSomeCode(digits).then((does) =>
          setStarts((cached) => new Map([...cached, [digits, does]])),
        );
    }, 300);
    return () => clearTimeout(timer);
  }, [open]);
  const isCode = (text: string) =>
    text.length > DIGITS_MAX ||
    starts.get(text) === true ||
    lines.some(({ barcode }) => barcode?.startsWith(text));
  return new Set(doubtful.filter(({ text }) => isCode(text.trim())).map(({ key }) => key));
}
