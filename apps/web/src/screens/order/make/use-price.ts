import { useCallback, useEffect, useState } from 'react';
import { useDebounced } from '../../../lib/debounced.ts';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import type { InputOf, RowOf } from '../../../lib/server/endpoint.ts';
import { networkState, onNetworkChange } from '../../../lib/server/network-state.ts';
import { onNounsChanged } from '../../../lib/server/query-cache.ts';

export type Price = RowOf<typeof api.order.price>;
type PriceInput = InputOf<typeof api.order.price>;

/** A cart is priced once the hands have rested for so many milliseconds. */
export const PRICE_DEBOUNCE_MS = 150;
/** What a price is made of beside the cart: where others change it, it is asked again. */
const MADE_OF: readonly string[] = ['stock', 'product', 'offer', 'discount', 'price-list', 'location'];

const WRONG_CODES: readonly (string | null)[] = ['coupon.unknown', 'coupon.limited'];

/** Whether a price was refused for its coupon code: such a code is not sent again, because each try counts. */
export const isWrongCouponFailure = ({ code }: Pick<CallFailure, 'code'>): boolean =>
  WRONG_CODES.includes(code);

type Known = {
  readonly of: string /** Which asking it answers. */;
  readonly turn: number;
  readonly price: Price | null;
  readonly failure: CallFailure | null;
};

/**
 * The price of a cart as it is now. The last one stays while the next is asked for (`pending`) and where one was refused
 * (`failure`): then it is of an earlier cart. What found no network is asked again once there is one, and `again` asks at
 * once; an answer that was overtaken is dropped.
 */
export function useCartPrice(body: PriceInput | null) {
  const text = body === null ? '' : JSON.stringify(body);
  const asked = useDebounced(text, PRICE_DEBOUNCE_MS);
  const [turn, setTurn] = useState(0);
  const [known, setKnown] = useState<Known>({ of: '', turn: 0, price: null, failure: null });
  const again = useCallback(() => setTurn((now) => now + 1), []);
  useEffect(
    () =>
      onNounsChanged((nouns) => {
        if (nouns.some((noun) => MADE_OF.includes(noun))) again();
      }),
    [again],
  );
  const isLost = known.failure?.network ?? false;
  useEffect(() => {
    if (!isLost) return;
    return onNetworkChange(() => {
      if (networkState() === 'ok') again();
    });
  }, [isLost, again]);
  // an event while the hands move asks for nothing: the cart of a moment ago may hold a code that was refused since
  const rests = asked === text;
  useEffect(() => {
    if (!rests) return;
    if (asked === '') {
      setKnown({ of: '', turn, price: null, failure: null });
      return;
    }
    const abort = new AbortController();
    callApi(api.order.price, JSON.parse(asked) as PriceInput, { signal: abort.signal, branchId: null }).then(
      ({ results }) => {
        if (!abort.signal.aborted) setKnown({ of: asked, turn, price: results, failure: null });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setKnown((now) => ({ of: asked, turn, price: now.price, failure: error }));
      },
    );
    return () => abort.abort();
  }, [asked, turn, rests]);
  const failure = known.of === text ? known.failure : null;
  return {
    price: text === '' ? null : known.price,
    failure,
    // a refused one is asked again: until it is answered, its refusal stands
    pending: text !== '' && (known.of !== text || (failure !== null && known.turn !== turn)),
    again,
  };
}
