import { toMinor } from './currency.ts';

/**
 * The notes and coins of each currency for counting a drawer, largest first; other currencies are counted as one sum.
 */
const VALUES: Readonly<Record<string, readonly number[]>> = {
  QAR: [500, 200, 100, 50, 10, 5, 1, 0.5, 0.25],
  EGP: [200, 100, 50, 20, 10, 5, 1, 0.5, 0.25],
  EUR: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  SAR: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01],
  AED: [1_000, 500, 200, 100, 50, 20, 10, 5, 1, 0.5, 0.25],
  GBP: [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  USD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01],
  KWD: [20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005],
  BHD: [20, 10, 5, 1, 0.5, 0.1, 0.05, 0.025, 0.01, 0.005],
  OMR: [50, 20, 10, 5, 1, 0.5, 0.1, 0.05, 0.025, 0.01, 0.005],
  JOD: [50, 20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05],
  TND: [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005],
  LYD: [50, 20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05],
  IQD: [50_000, 25_000, 10_000, 5_000, 1_000, 500, 250],
  JPY: [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1],
  KRW: [50_000, 10_000, 5_000, 1_000, 500, 100, 50, 10],
};

export type DenominationCount = { readonly value: number; readonly count: number };

/** Returns the notes and coins of a currency, largest first; empty for one that is counted as a sum. */
export const listDenominations = (currency: string): readonly number[] =>
  Object.hasOwn(VALUES, currency) ? (VALUES[currency] ?? []) : [];

/** Returns the value of counted notes and coins, in minor units of `scale`. */
export const sumDenominations = (counts: readonly DenominationCount[], scale: number): bigint =>
  counts.reduce((sum, { value, count }) => sum + toMinor(value, scale) * BigInt(count), 0n);
