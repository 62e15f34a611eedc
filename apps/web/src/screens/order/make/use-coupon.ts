import { useEffect, useState } from 'react';
import type { CallFailure } from '../../../lib/server/call.ts';
import { isWrongCouponFailure } from './use-price.ts';

/**
 * Holds the typed coupon code, and the last one that was refused.
 * @param applied the code in the draft, empty without one
 * @param onApply called with a code to apply, empty to remove the coupon
 */
export function useCoupon(applied: string, onApply: (code: string) => void) {
  const [wrongCode, setWrongCode] = useState<{ code: string; text: string } | null>(null);
  /** A typed code that is not applied yet; null without one. */
  const [typed, type] = useState<string | null>(null);
  const text = typed ?? applied;
  const code = text.trim();
  return {
    text,
    code,
    /** The code to price the order with; null for one that is known to be wrong. */
    coupon: applied === '' || wrongCode?.code === applied ? null : applied,
    wrongCode,
    setWrongCode,
    type,
    /** Applies the typed code; an empty text removes the coupon and allows a refused code to be tried again. */
    apply: (next: string) => {
      const taken = next.trim();
      type(null);
      if (taken === '') setWrongCode(null);
      onApply(taken);
    },
    reset: () => {
      type(null);
      setWrongCode(null);
    },
  };
}

/**
 * Remembers a refused code, so that it is not sent again, and returns why the code in the box is wrong; null if it is
 * not known to be.
 * @param failures of placing and of pricing; an order can be placed before its price has arrived, and then the failure
 * of placing it tells that the code is wrong
 */
export function useCouponError(
  { code, coupon, wrongCode, setWrongCode }: ReturnType<typeof useCoupon>,
  failures: readonly (CallFailure | null)[],
): string | null {
  const refusal = failures.find((failure) => failure && isWrongCouponFailure(failure))?.message ?? null;
  useEffect(() => {
    if (refusal !== null && coupon !== null) setWrongCode({ code: coupon, text: refusal });
  }, [refusal, coupon, setWrongCode]);
  if (code === '') return null;
  if (wrongCode?.code === code) return wrongCode.text;
  return coupon === code ? refusal : null;
}
