import type { TillState } from './till-state.ts';

export type TillLamp =
  | { readonly lamp: 'in_step' }
  /** Letters that are not with the server yet. */
  | { readonly lamp: 'sending'; readonly count: number }
  /** Without an answer since then; the sales that are only here. */
  | { readonly lamp: 'alone'; readonly since: number; readonly count: number }
  /** The store cannot be written: nothing is sold. */
  | { readonly lamp: 'stopped' };

/** Derives the till's lamp. Source: docs/rules/till-sales.md#alone */
export function tillLamp({ status, sales, kept_letters, alone_since }: TillState): TillLamp {
  if (status === 'stopped') return { lamp: 'stopped' };
  const waiting = sales.filter(
    ({ uuid, state }) =>
      (state === 'sold' || state === 'voided') && !kept_letters.some((letter) => letter.uuid === uuid),
  );
  if (alone_since !== null)
    return {
      lamp: 'alone',
      since: alone_since,
      count: waiting.filter(({ state }) => state === 'sold').length,
    };
  return waiting.length > 0 ? { lamp: 'sending', count: waiting.length } : { lamp: 'in_step' };
}
