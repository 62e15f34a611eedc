import { describe, expect, it } from 'vitest';
import { changeDraft, type DraftEvent, EMPTY_DRAFT, isWholeQuantity, type SaleDraft } from './draft.ts';

const milk = { kind: 'item', item_id: 1, stepper: 1 } as const;
const cheese = { kind: 'item', item_id: 2, stepper: 0.25 } as const;
const eggs = { kind: 'item', item_id: 3, stepper: 6 } as const;
const box = { kind: 'bundle', offer_id: 9 } as const;

const run = (...events: readonly DraftEvent[]): SaleDraft => events.reduce(changeDraft, EMPTY_DRAFT);
const quantities = ({ lines }: SaleDraft) =>
  lines.map(({ item_id, offer_id, quantity }) => [item_id ?? offer_id, quantity]);

describe('adding', () => {
  it('counts the same item up in its line and selects it', () => {
    const draft = run(
      { kind: 'add', goods: milk },
      { kind: 'add', goods: cheese },
      { kind: 'add', goods: milk },
    );
    expect(quantities(draft)).toEqual([
      [1, 2_000],
      [2, 1_000],
    ]);
    expect(draft.selected).toBe('l0');
  });

  it('an item is added in the quantity that it is sold in', () => {
    expect(quantities(run({ kind: 'add', goods: eggs }, { kind: 'add', goods: cheese }))).toEqual([
      [3, 6_000],
      [2, 1_000],
    ]);
  });

  it('makes a line of its own beside one with extras', () => {
    const draft = run(
      { kind: 'add', goods: milk },
      { kind: 'set_extras', key: 'l0', extras_ids: [7] },
      { kind: 'add', goods: milk },
    );
    expect(quantities(draft)).toEqual([
      [1, 1_000],
      [1, 1_000],
    ]);
  });

  it('counts bundles', () => {
    expect(quantities(run({ kind: 'add', goods: box }, { kind: 'add', goods: box }))).toEqual([[9, 2_000]]);
  });
});

describe('a line', () => {
  const two = run({ kind: 'add', goods: milk }, { kind: 'add', goods: cheese });

  it('a line takes a quantity, and none that no quantity is', () => {
    expect(quantities(changeDraft(two, { kind: 'set_quantity', key: 'l1', quantity: 1_250 }))[1]).toEqual([
      2, 1_250,
    ]);
    for (const quantity of [0, -1_000, 2_140_000_312_364_000])
      expect(changeDraft(two, { kind: 'set_quantity', key: 'l1', quantity })).toBe(two);
  });

  it('a line is not taken away by counting down', () => {
    expect(changeDraft(two, { kind: 'step', key: 'l0', by: -1, stepper: 1 })).toBe(two);
  });

  it('a removed line leaves the one behind it selected when it is taken away', () => {
    const first = changeDraft(two, { kind: 'remove', key: 'l0' });
    expect([quantities(first), first.selected]).toEqual([[[2, 1_000]], 'l1']);
    expect(changeDraft(first, { kind: 'remove', key: 'l1' }).selected).toBeNull();
  });

  it('the last line takes the discount and the coupon with it, so that the next customer does not get them', () => {
    const given = run(
      { kind: 'add', goods: milk },
      { kind: 'discount', discount: 3_000, discount_type: 'percent', approval_word: 'w' },
      { kind: 'coupon', coupon: { code: 'TEN', id: 4, amount: 100, lines: ['l0'] } },
    );
    const gone = changeDraft(given, { kind: 'remove', key: 'l0' });
    expect([gone.discount, gone.approval_word, gone.coupon]).toEqual([0, null, null]);
  });

  it('never gets the key of one that was taken away', () => {
    const again = changeDraft(changeDraft(two, { kind: 'remove', key: 'l1' }), { kind: 'add', goods: eggs });
    expect(again.lines.map(({ key }) => key)).toEqual(['l0', 'l2']);
  });
});

it('the draft asks for the coupon’s amount again after a change of the lines', () => {
  const draft = run(
    { kind: 'add', goods: milk },
    { kind: 'coupon', coupon: { code: 'TEN', id: 4, amount: 100, lines: ['l0'] } },
    { kind: 'add', goods: milk },
  );
  expect(draft.coupon).toMatchObject({ code: 'TEN', amount: 0 });
});

it('knows the quantities that an item is sold in', () => {
  expect([isWholeQuantity(1_250, 0.25), isWholeQuantity(1_100, 0.25), isWholeQuantity(7_000, 6)]).toEqual([
    true,
    false,
    false,
  ]);
});
