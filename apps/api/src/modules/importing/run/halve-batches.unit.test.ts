import { expect, test } from 'vitest';
import { halveOnTimeout } from './halve-batches.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const tooLong = () => new Error('Transaction already closed');

test('an import halves a batch that takes too long until it fits, and later batches keep that size', async () => {
  const tried: number[] = [];
  const write = halveOnTimeout(async (done: number[], rows: readonly number[]) => {
    tried.push(rows.length);
    if (rows.length > 130) throw tooLong();
    return [...done, ...rows];
  });
  const first = await write([], rowsOf(500));
  expect(first).toEqual(rowsOf(500));
  expect(tried).toEqual([500, 250, 125, 125, 125, 125]);
  expect(await write([], rowsOf(200))).toEqual(rowsOf(200));
  expect(tried.slice(6)).toEqual([125, 75]);
});

test('rows of one product stay in one half of a batch, and a batch that cannot be halved fails', async () => {
  const parts: number[][] = [];
  const isTied = (row: number, next: number) => Math.ceil(row / 3) === Math.ceil(next / 3);
  const most = { rows: 4 };
  const write = halveOnTimeout(async (done: number, rows: readonly number[]) => {
    if (rows.length > most.rows) throw tooLong();
    parts.push([...rows]);
    return done + rows.length;
  }, isTied);
  expect(await write(0, rowsOf(9))).toBe(9);
  expect(parts).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]);
  most.rows = 2;
  await expect(write(0, rowsOf(3))).rejects.toThrow('Transaction already closed');
});

test('only a time-out makes batches smaller, and a canceled import writes nothing more', async () => {
  const tried: number[] = [];
  const failing = halveOnTimeout(async (_: number, rows: readonly number[]): Promise<number | null> => {
    tried.push(rows.length);
    throw new Error('broken');
  });
  await expect(failing(0, rowsOf(8))).rejects.toThrow('broken');
  expect(tried).toEqual([8]);
  const canceled = halveOnTimeout(async (): Promise<number | null> => null);
  expect(await canceled(0, rowsOf(8))).toBeNull();
});
