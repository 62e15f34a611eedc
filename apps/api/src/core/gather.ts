/** As long as one question may hold up the next, in milliseconds: beyond it, two are under way. */
const PATIENCE_MS = 50;

type Group<K, V> = {
  readonly keys: Set<K>;
  readonly answered: PromiseWithResolvers<ReadonlyMap<K, V>>;
  impatient?: NodeJS.Timeout;
};

/**
 * Asks together what many callers want in the same moment: what comes while one question is under way goes out as the
 * next, so that a busy process asks seldom and an idle one at once. An answer is never older than its call, so what it
 * says is as true as if each had asked alone; a question that fails does so for its own callers only.
 * @param ask answers many keys; a key without an answer is undefined
 */
export function gathered<K, V>(
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  let waiting: Group<K, V> | null = null;
  let underWay = 0;

  const go = (group: Group<K, V>) => {
    if (group !== waiting) return;
    waiting = null;
    clearTimeout(group.impatient);
    underWay += 1;
    ask([...group.keys])
      .then(group.answered.resolve, group.answered.reject)
      .then(() => {
        underWay -= 1;
        if (waiting && underWay === 0) go(waiting);
      });
  };

  return async (key) => {
    if (!waiting) {
      const group: Group<K, V> = { keys: new Set(), answered: Promise.withResolvers() };
      waiting = group;
      // whoever else is read from the sockets in this turn comes along
      if (underWay === 0) setImmediate(go, group);
      else group.impatient = setTimeout(go, PATIENCE_MS, group);
    }
    waiting.keys.add(key);
    return (await waiting.answered.promise).get(key);
  };
}
