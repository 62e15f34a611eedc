import { api } from '@dukkan/contract';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mockServer, type Reply } from '../../../kit/test-utils.tsx';
import { setNetworkState } from '../../../lib/server/network-state.ts';
import { invalidateNouns } from '../../../lib/server/query-cache.ts';
import type { NewOrderInput } from './draft.ts';
import { PRICE_DEBOUNCE_MS, useCartPrice } from './use-price.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const cartOf = (quantity: number): NewOrderInput => ({ cart: [{ item_id: 1, product_id: 1, quantity }] });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function shown(answer: (quantity: number) => Reply | Promise<Reply>) {
  const server = mockServer({
    [api.order.price.path]: (body) => answer((body.cart as { quantity: number }[])[0]?.quantity ?? 0),
  });
  const hook = renderHook(({ of }: { of: NewOrderInput | null }) => useCartPrice(of), {
    initialProps: { of: cartOf(1) as NewOrderInput | null },
  });
  return { ...hook, countPricings: () => server.of(api.order.price).length };
}

it('the price is requested once after typing pauses', async () => {
  const { result, rerender, countPricings } = shown((quantity) => ({ results: { due: quantity * 10 } }));
  await wait(PRICE_DEBOUNCE_MS + 20);
  expect(result.current).toMatchObject({ price: { due: 10 }, pending: false });
  for (const quantity of [2, 20, 200]) {
    rerender({ of: cartOf(quantity) });
    await wait(PRICE_DEBOUNCE_MS / 3);
  }
  expect(countPricings()).toBe(1);
  // the old price stays until the new one arrives
  expect(result.current).toMatchObject({ price: { due: 10 }, pending: true });
  await wait(PRICE_DEBOUNCE_MS + 20);
  expect(countPricings()).toBe(2);
  expect(result.current).toMatchObject({ price: { due: 2_000 }, pending: false });
});

it('an outdated price answer is dropped', async () => {
  let late: (reply: Reply) => void = () => undefined;
  const { result, rerender } = shown((quantity) =>
    quantity === 1
      ? new Promise<Reply>((resolve) => {
          late = resolve;
        })
      : { results: { due: quantity * 10 } },
  );
  await wait(PRICE_DEBOUNCE_MS + 20);
  rerender({ of: cartOf(3) });
  await wait(PRICE_DEBOUNCE_MS + 20);
  expect(result.current.price?.due).toBe(30);
  late({ results: { due: 10 } });
  await wait(20);
  expect(result.current.price?.due).toBe(30);
});

it('a change in the shop while typing requests no price for an outdated cart', async () => {
  const said: number[] = [];
  const { rerender } = shown((quantity) => {
    said.push(quantity);
    return { results: { due: quantity * 10 } };
  });
  await wait(PRICE_DEBOUNCE_MS + 20);
  rerender({ of: cartOf(2) });
  act(() => invalidateNouns(['stock']));
  await wait(20);
  expect(said).toEqual([1]);
  await wait(PRICE_DEBOUNCE_MS + 20);
  expect(said).toEqual([1, 2]);
  // after a pause in typing it is requested again
  act(() => invalidateNouns(['stock']));
  await wait(20);
  expect(said).toEqual([1, 2, 2]);
});

it('a refused price is reported and the last price stays, and an empty cart has none', async () => {
  const { result, rerender } = shown((quantity) =>
    quantity === 2
      ? { failure: { code: 'coupon.unknown', errors: { coupon: ['not known'] } } }
      : { results: { due: quantity * 10 } },
  );
  await wait(PRICE_DEBOUNCE_MS + 20);
  rerender({ of: cartOf(2) });
  await wait(PRICE_DEBOUNCE_MS + 20);
  expect(result.current.failure?.errors.coupon).toEqual(['not known']);
  expect(result.current).toMatchObject({ price: { due: 10 }, pending: false });
  rerender({ of: null });
  await wait(20);
  expect(result.current).toMatchObject({ price: null, failure: null, pending: false });
});

it('a price that failed without a network is requested again once there is one, and marked outdated until then', async () => {
  let isLost = true;
  const { result, rerender, countPricings } = shown((quantity) => {
    if (isLost && quantity === 2) throw new TypeError('no network');
    return { results: { due: quantity * 10 } };
  });
  await wait(PRICE_DEBOUNCE_MS + 20);
  rerender({ of: cartOf(2) });
  await wait(PRICE_DEBOUNCE_MS + 20);
  expect(result.current.failure?.network).toBe(true);
  expect(result.current.price).toEqual({ due: 10 });
  expect(countPricings()).toBe(2);
  isLost = false;
  act(() => setNetworkState('ok'));
  expect(result.current.pending).toBe(true);
  await wait(20);
  expect(countPricings()).toBe(3);
  expect(result.current).toMatchObject({ price: { due: 20 }, failure: null, pending: false });
});
