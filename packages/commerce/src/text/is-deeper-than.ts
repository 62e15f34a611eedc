/**
 * True when lists and objects are nested in a value by more than `max` levels. It uses no recursion, so that a value of
 * a million levels does not exhaust the stack.
 */
export function isDeeperThan(value: unknown, max: number): boolean {
  const open: { readonly value: unknown; readonly level: number }[] = [{ value, level: 0 }];
  for (let last = open.pop(); last; last = open.pop()) {
    if (typeof last.value !== 'object' || last.value === null) continue;
    const level = last.level + 1;
    if (level > max) return true;
    for (const inner of Object.values(last.value))
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, level });
  }
  return false;
}
