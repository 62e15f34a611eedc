import { api } from '@dukkan/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { mockServer, renderApp } from '../kit/test-utils.tsx';
import { i18n, initTexts } from '../lib/i18n.ts';
import { PriceStepList } from './price-steps.tsx';

type Step = Parameters<typeof PriceStepList>[0]['of'][number];
const taken = (kind: string, id: number, amount: number, title: string | null = null): Step => ({
  kind,
  id,
  amount,
  title,
  code: 'applied',
  applied: true,
  reason: null,
});
const lost = (kind: string, id: number, reason: string, title: string): Step => ({
  ...taken(kind, id, 0, title),
  code: reason,
  applied: false,
  reason,
});

beforeEach(() => {
  mockServer({ [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }) });
});
const read = (element: HTMLElement) => (element.textContent ?? '').replace(/[\u2066-\u2069]/g, '');

it('the price explanation of a line shows its price, which rule won and why others did not', async () => {
  const steps = [
    taken('base', 1, 45),
    lost('wholesale', 8, 'quantity', 'A dozen'),
    lost('discount', 3, 'weekday', 'Tuesdays'),
    taken('discount', 2, -4.5, 'Weekend'),
    taken('coupon', 5, -2, 'Welcome'),
  ];
  await renderApp({ '/': <PriceStepList of={steps} total={{ name: 'Line total', amount: 38.5 }} /> }, '/');
  const [applied, beaten] = await screen.findAllByRole('list');
  const said = within(applied as HTMLElement)
    .getAllByRole('listitem')
    .map(read);
  expect(said).toHaveLength(3);
  expect(said[0]).toContain('Base price');
  expect(said[1]).toContain('Discount: Weekend');
  expect(said[1]).toContain('4.5');
  expect(
    within(beaten as HTMLElement)
      .getAllByRole('listitem')
      .map(read),
  ).toEqual(['Wholesale: A dozen: quantity too low', 'Discount: Tuesdays: not on this day of the week']);
});

it('the price explanation of a delivery shows the reason for its charge', async () => {
  const delivery = { ...taken('delivery', 4, 6, 'Al Sadd'), code: 'zone' };
  await renderApp({ '/': <PriceStepList of={[delivery]} /> }, '/');
  expect(read(await screen.findByRole('listitem'))).toContain('Delivery in Al Sadd');
});

const KINDS = ['base', 'price_list', 'discount', 'multi_discount', 'wholesale', 'extra', 'bundle'];
const OF_ORDER = ['coupon', 'manual', 'goods', 'tax', 'payment', 'rounding'];
const DELIVERIES = ['fixed', 'zone', 'free', 'method', 'none'].map((why) => `delivery_${why}`);
const REASONS = ['inactive', 'not_yet', 'over', 'branch', 'weekday', 'slot', 'quantity'];
const OUT_OF_BOUNDS = ['too_low', 'too_high', 'no_saving', 'beaten'];

it('every price step and every reason has a text', async () => {
  await initTexts(['order']);
  for (const kind of [...KINDS, ...OF_ORDER, ...DELIVERIES])
    expect(i18n.has('order', `make.step.${kind}`), kind).toBe(true);
  for (const reason of [...REASONS, ...OUT_OF_BOUNDS])
    expect(i18n.has('order', `make.reason.${reason}`), reason).toBe(true);
});
