import { useCallback, useEffect, useState } from 'react';
import { useDebounced } from '../../../lib/debounced.ts';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import type { InputOf, RowOf } from '../../../lib/server/endpoint.ts';
import { networkState, onNetworkChange } from '../../../lib/server/network-state.ts';
import { onNounsChanged } from '../../../lib/server/query-cache.ts';

export type CartPrice = RowOf<typeof api.order.price>;
type PriceInput = InputOf<typeof api.order.price>;

/** The pause in typing, in milliseconds, after which a cart is priced. */
export const PRICE_DEBOUNCE_MS = 150;
/** The nouns on which a price depends; when they change, the price is requested again. */
const MADE_OF: readonly string[] = ['stock', 'product', 'offer', 'discount', 'price-list', 'location'];

const WRONG_CODES: readonly (string | null)[] = ['coupon.unknown', 'coupon.limited'];

/**
 * Returns whether a price was refused because of its coupon code; such a code is not sent again, because the server
 * limits failed attempts.
 */
export const isWrongCouponFailure = ({ code }: Pick<CallFailure, 'code'>): boolean =>
  WRONG_CODES.includes(code);

type PriceAnswer = {
  readonly of: string /** Identifies the request that was answered. */;
  readonly turn: number;
  readonly price: CartPrice | null;
  readonly failure: CallFailure | null;
};

/**
 * Loads the current price of a cart. The last price stays while a new one loads (`pending`) or was refused (`failure`),
 * and then belongs to an earlier cart. A request that failed without a network is repeated when the network is back,
 * `again` repeats it at once, and outdated answers are dropped.
 */
export function useCartPrice(body: PriceInput | null) {
  const text = body === null ? '' : JSON.stringify(body);
  const settledText = useDebounced(text, PRICE_DEBOUNCE_MS);
  const [turn, setTurn] = useState(0);
  const [lastAnswer, setLastAnswer] = useState<PriceAnswer>({ of: '', turn: 0, price: null, failure: null });
  const again = useCallback(() => setTurn((now) => now + 1), []);
  useEffect(
    () =>
      onNounsChanged((nouns) => {
        if (nouns.some((noun) => MADE_OF.includes(noun))) again();
      }),
    [again],
  );
  const isLost = lastAnswer.failure?.network ?? false;
  useEffect(() => {
    if (!isLost) return;
    return onNetworkChange(() => {
      if (networkState() === 'ok') again();
    });
  }, [isLost, again]);
  // no request while the user types: the debounced cart may hold a code that was refused since
  const rests = settledText === text;
  useEffect(() => {
    if (!rests) return;
    if (settledText === '') {
      setLastAnswer({ of: '', turn, price: null, failure: null });
      return;
    }
    const abort = new AbortController();
    callApi(api.order.price, JSON.parse(settledText) as PriceInput, {
      signal: abort.signal,
      branchId: null,
    }).then(
      ({ results }) => {
        if (!abort.signal.aborted) setLastAnswer({ of: settledText, turn, price: results, failure: null });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setLastAnswer((now) => ({ of: settledText, turn, price: now.price, failure: error }));
      },
    );
    return () => abort.abort();
  }, [settledText, turn, rests]);
  const failure = lastAnswer.of === text ? lastAnswer.failure : null;
  return {
    price: text === '' ? null : lastAnswer.price,
    failure,
    // a refused price is requested again after a change elsewhere; its refusal stays visible until then
    pending: text !== '' && (lastAnswer.of !== text || (failure !== null && lastAnswer.turn !== turn)),
    again,
  };
}
