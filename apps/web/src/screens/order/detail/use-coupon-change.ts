import { useEffect, useState } from 'react';
import type { CallFailure } from '../../../lib/server/call.ts';
import { isWrongCouponFailure } from '../make/use-price.ts';

type CouponChange = { readonly coupon?: string | null };
const unchanged: CouponChange = {};

/**
 * The coupon of an order that is being changed.
 * @param stored the code that the order stands on; null where it has none
 * @returns the text of the box, the code that was applied, and `change`: what is sent of it, nothing where it stays as it
 * is or where the code is known to be wrong
 */
export function useCouponChange(stored: string | null) {
  const before = stored ?? '';
  const [code, setCode] = useState(before);
  /** A code that was typed and not applied yet; null where there is none. */
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
      // what was refused may be tried again once the box was emptied
      if (text.trim() === '') setRefused(null);
    },
    refuse: (text: string) => setRefused({ code, text }),
  };
}

/** Keeps a code that the server does not know from being asked about again. */
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
