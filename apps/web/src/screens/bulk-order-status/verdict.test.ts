// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type BulkOrder, checkStatusChange, parseOrderIds, toStatusChangeInput } from './verdict.ts';

const next = (status_id: number, status_value: number, more: Partial<BulkOrder['next'][number]> = {}) => ({
  status_id,
  status_value,
  title: `Status ${status_id}`,
  variant: 'info' as const,
  needs: null,
  force: false,
  ...more,
});
const order = (more: Partial<BulkOrder>): BulkOrder =>
  ({ id: 7, version: 3, status_id: 1, status_value: 0, next: [], ...more }) as BulkOrder;

const confirmed = { id: 2, status_value: 1 };
const moving = (status = confirmed) => ({ status, hasDriver: false, force: false });

describe('checking a bulk status change', () => {
  it('an order can move only where the server names the status', () => {
    expect(checkStatusChange(order({ next: [next(2, 1)] }), moving())).toBe('moves');
    expect(checkStatusChange(order({}), moving())).toBe('bad');
    expect(checkStatusChange(order({ status_id: 2, status_value: 1 }), moving())).toBe('same');
  });

  it('a delivered order cannot be canceled but returned', () => {
    const delivered = order({ status_id: 6, status_value: 5 });
    expect(checkStatusChange(delivered, moving({ id: 11, status_value: -1 }))).toBe('use_return');
  });

  it('an order that needs a driver waits for one, and one that moves back waits for confirmation', () => {
    const carried = order({ next: [next(14, 4, { needs: 'driver' })] });
    const way = { id: 14, status_value: 4 };
    expect(checkStatusChange(carried, moving(way))).toBe('driver');
    expect(checkStatusChange(carried, { ...moving(way), hasDriver: true })).toBe('moves');
    const back = order({ status_id: 10, status_value: 3, next: [next(2, 1, { force: true })] });
    expect(checkStatusChange(back, moving())).toBe('force');
    expect(checkStatusChange(back, { ...moving(), force: true })).toBe('moves');
  });

  it('a bulk move sends only what it needs with the displayed version', () => {
    const plain = order({ next: [next(2, 1)] });
    const all = { status: confirmed, hasDriver: true, force: true };
    expect(toStatusChangeInput(plain, all, { driver_id: 9, notes: ' ' })).toEqual({
      id: 7,
      version: 3,
      status_id: 2,
    });
    const back = order({ next: [next(2, 1, { force: true, needs: 'driver' })] });
    expect(toStatusChangeInput(back, all, { driver_id: 9, notes: ' Wrong door ' })).toEqual({
      id: 7,
      version: 3,
      status_id: 2,
      driver_id: 9,
      force: true,
      move_notes: 'Wrong door',
    });
  });
});

it('order numbers are read from any list, each once', () => {
  expect(parseOrderIds('12, #13;12\n0 14')).toEqual([12, 13, 14]);
  expect(parseOrderIds(Array.from({ length: 150 }, (_, at) => at + 1).join(','))).toHaveLength(100);
});
