import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNearestBranch, measureDistance, rankZonesWithReason, resolveDeliveryTerms } from './index.ts';

describe('which zone applies', () => {
  const zone = (id: number, area_m2: number, delivery_charge: number | null, assigned = false) => ({
    id,
    area_m2,
    delivery_charge,
    assigned,
  });
  const winner = (...zones: ReturnType<typeof zone>[]) => {
    const { ranked, reason } = rankZonesWithReason(zones);
    return [ranked[0]?.id, reason];
  };
  test('of two zones the smaller applies (vector V8.3)', () => {
    expect(winner(zone(1, 100e6, 10), zone(2, 5e6, 15))).toEqual([2, 'smaller']);
  });
  test('a zone that a branch serves comes first, then the cheaper, then the older', () => {
    expect(winner(zone(1, 100e6, 10, true), zone(2, 5e6, 15))).toEqual([1, 'assigned']);
    expect(winner(zone(1, 5e6, 20), zone(2, 5e6, 15))).toEqual([2, 'cheaper']);
    expect(winner(zone(1, 5e6, null), zone(2, 5e6, 15))).toEqual([2, 'cheaper']);
    expect(winner(zone(2, 5e6, null), zone(1, 5e6, null))).toEqual([1, 'older']);
    expect(winner(zone(7, 1, 1))).toEqual([7, 'only']);
    expect(winner()).toEqual([undefined, null]);
  });
  test('the order of candidate zones does not matter', () => {
    const any = fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      area_m2: fc.integer({ min: 1, max: 3 }),
      delivery_charge: fc.option(fc.integer({ min: 0, max: 2 })),
      assigned: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ id }) => id, minLength: 1 }), (zones) => {
        expect(rankZonesWithReason(zones.toReversed()).ranked).toEqual(rankZonesWithReason(zones).ranked);
      }),
    );
  });
});

describe('delivery terms', () => {
  const none = { min_order: null, delivery_charge: null, delivery_minutes: null, free_after_amount: null };
  test('a null term is inherited, and 0 is a value', () => {
    const state = { min_order: 50, delivery_charge: 10, delivery_minutes: 90, free_after_amount: 200 };
    expect(resolveDeliveryTerms([none, none, state], 70)).toEqual(state);
    expect(
      resolveDeliveryTerms([{ ...none, delivery_charge: 0, free_after_amount: 0 }, none, state], 70),
    ).toEqual({
      min_order: 50,
      delivery_charge: 0,
      delivery_minutes: 90,
      free_after_amount: 0,
    });
  });
  test('without a charge at any level nothing is delivered, no minimum is 0, and no free amount means never free', () => {
    expect(resolveDeliveryTerms([{ ...none, min_order: 5 }, none], null)).toBeNull();
    expect(resolveDeliveryTerms([], null)).toBeNull();
    expect(resolveDeliveryTerms([{ ...none, delivery_charge: 5 }], null)).toEqual({
      min_order: 0,
      delivery_charge: 5,
      delivery_minutes: null,
      free_after_amount: 0,
    });
  });
  test("the shop's own limit makes delivery free only when no place up the chain has one", () => {
    const city = { ...none, delivery_charge: 5 };
    expect(resolveDeliveryTerms([none, city], 70)).toMatchObject({ free_after_amount: 70 });
    expect(resolveDeliveryTerms([none, { ...city, free_after_amount: 40 }], 70)).toMatchObject({
      free_after_amount: 40,
    });
    expect(resolveDeliveryTerms([none, { ...city, free_after_amount: 0 }], 70)).toMatchObject({
      free_after_amount: 0,
    });
    expect(resolveDeliveryTerms([none, city], 0)).toMatchObject({ free_after_amount: 0 });
  });
});

test('the nearest branch delivers, and one without coordinates comes last', () => {
  const sadd = { id: 2, at: { lat: 25.283, lng: 51.5009 } };
  const pearl = { id: 3, at: { lat: 25.3686, lng: 51.5511 } };
  const somewhere = { id: 1, at: null };
  expect(findNearestBranch([somewhere, pearl, sadd], { lat: 25.29, lng: 51.5 })).toBe(2);
  expect(findNearestBranch([somewhere, pearl, sadd], { lat: 25.37, lng: 51.55 })).toBe(3);
  expect(findNearestBranch([pearl, sadd], null)).toBe(2);
  expect(findNearestBranch([somewhere], { lat: 25.37, lng: 51.55 })).toBe(1);
  expect(findNearestBranch([], null)).toBeNull();
  expect(measureDistance(sadd.at, pearl.at) / 1000).toBeCloseTo(10.77, 1);
});
