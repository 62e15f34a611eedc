/**
 * How many questions are under way before the next ones wait to be asked together: with two, the database answers one
 * while the other is on its way (a quarter more answers a second than with one, at ten callers).
 */
const AT_ONCE = 2;
/** As long as those under way may hold up the next, in milliseconds. */
const PATIENCE_MS = 50;

type Group<K, A> = {
  readonly keys: Set<K>;
  readonly answered: PromiseWithResolvers<A>;
  impatient?: NodeJS.Timeout;
};

/**
 * Asks together what many callers want in the same moment: what comes while questions are under way goes out as the
 * next, so that a busy process asks seldom and an idle one at once. An answer is never older than its call, so what it
 * says is as true as if each had asked alone; a question that fails does so for its own callers only.
 * @param ask answers for many keys at once; each caller finds its own in that
 * @param most so many keys are asked without waiting for more, or for those under way
 */
export function createBatcher<K, A>(
  ask: (keys: readonly K[]) => Promise<A>,
  most = Number.POSITIVE_INFINITY,
): (keys: readonly K[]) => Promise<A> {
  let waiting: Group<K, A> | null = null;
  let underWay = 0;

  const go = (group: Group<K, A>) => {
    if (group !== waiting) return;
    waiting = null;
    clearTimeout(group.impatient);
    underWay += 1;
    ask([...group.keys])
      .then(group.answered.resolve, group.answered.reject)
      .then(() => {
        underWay -= 1;
        if (waiting && underWay < AT_ONCE) go(waiting);
      });
  };

  return (keys) => {
    if (!waiting) {
      const group: Group<K, A> = { keys: new Set(), answered: Promise.withResolvers() };
      waiting = group;
      // whoever else is read from the sockets in this turn comes along
      if (underWay < AT_ONCE) setImmediate(go, group);
      else group.impatient = setTimeout(go, PATIENCE_MS, group);
    }
    const group = waiting;
    for (const key of keys) group.keys.add(key);
    if (group.keys.size >= most) go(group);
    return group.answered.promise;
  };
}
