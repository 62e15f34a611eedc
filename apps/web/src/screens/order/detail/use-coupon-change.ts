import { useEffect, useState } from 'react';
import type { CallFailure } from '../../../lib/server/call.ts';
import { isWrongCouponFailure } from '../make/use-price.ts';

type CouponChange = { readonly coupon?: string | null };
const unchanged: CouponChange = {};

/**
 * Manages the coupon of an order that is being edited.
 * @param stored the order's current code; null without one
 * @returns the text of the box, the applied code, and `change`: the part of the request about the coupon, empty when it
 *   is unchanged or known to be wrong
 */
export function useCouponChange(stored: string | null) {
  const before = stored ?? '';
  const [code, setCode] = useState(before);
  /** A typed code that is not applied yet; null without one. */
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ code: string; text: string } | null>(null);
  const isRefused = refused !== null && refused.code === code;
  return {
    text: typed ?? code,
    code,
    isTyping: typed !== null && typed.trim() !== code,
    wrong: isRefused ? refused.text : undefined,
    change: code === before || isRefused ? unchanged : { coupon: code === '' ? null : code },
    type: (text: string) => setTyped(text),
    apply: (text: string) => {
      setTyped(null);
      setCode(text.trim());
      // after the box was emptied, a refused code may be tried again
      if (text.trim() === '') setRefused(null);
    },
    refuse: (text: string) => setRefused({ code, text }),
  };
}

/** Remembers a code that the server does not know, so that it is not sent again. */
export function useRememberRefusedCoupon(
  { change, refuse }: Pick<ReturnType<typeof useCouponChange>, 'change' | 'refuse'>,
  failure: CallFailure | null,
): void {
  const text =
    failure && isWrongCouponFailure(failure) && change.coupon
      ? (failure.errors.coupon?.[0] ?? failure.message)
      : null;
  useEffect(() => {
    if (text !== null) refuse(text);
  }, [text, refuse]);
}
