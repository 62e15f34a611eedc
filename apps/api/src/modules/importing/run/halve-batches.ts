import { isTimeout } from '../../../core/process/outage.ts';

/** Returns the rows of the next part: at most `limit`, and more only where rows must stay together. */
function takePart<R>(rows: readonly R[], limit: number, isTied: (row: R, next: R) => boolean): readonly R[] {
  let end = Math.min(limit, rows.length);
  for (; end < rows.length; end += 1) {
    const [row, next] = [rows[end - 1], rows[end]];
    if (row === undefined || next === undefined || !isTied(row, next)) break;
  }
  return rows.slice(0, end);
}

/**
 * Returns a function that writes batches in parts: after a time-out a part is halved, and later parts stay as small
 * (docs/rules/imports.md#batches).
 * @param write writes rows; a result of null ends the import
 * @param isTied whether two neighbours must be written together
 * @throws any other error of `write`, and the time-out of a part that cannot be halved
 */
export function halveOnTimeout<S, R>(
  write: (state: S, rows: readonly R[]) => Promise<S | null>,
  isTied: (row: R, next: R) => boolean = () => false,
): (state: S, rows: readonly R[]) => Promise<S | null> {
  let limit = Number.MAX_SAFE_INTEGER;
  return async (start, rows) => {
    let state = start;
    for (let rest = rows; rest.length > 0; ) {
      const part = takePart(rest, limit, isTied);
      try {
        const next = await write(state, part);
        if (next === null) return null;
        state = next;
        rest = rest.slice(part.length);
      } catch (error) {
        const half = Math.ceil(part.length / 2);
        if (!isTimeout(error) || takePart(rest, half, isTied).length === part.length) throw error;
        limit = half;
      }
    }
    return state;
  };
}
