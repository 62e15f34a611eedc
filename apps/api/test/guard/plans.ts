import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import pg from 'pg';

/** A node of a plan as EXPLAIN (FORMAT JSON) writes it. */
export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Parent Relationship'?: string;
  readonly 'Join Type'?: string;
  readonly 'Inner Unique'?: boolean;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly 'WAL Bytes'?: number;
  readonly Plans?: readonly PlanNode[];
};

export type Explained = { readonly 'Query Text': string; readonly Plan: PlanNode };

/** What a call did in the database; `plans` are those of its statements and of their triggers and functions. */
export type Recording = {
  statements: number;
  /** How often the database was given work when it had none of this connection. */
  trips: number;
  readonly plans: Explained[];
  /** Plans whose pages and log are not part of another's: of the statements and of triggers that ran after them. */
  readonly roots: Explained[];
};

type Open = Recording & { readonly sent: Set<string> };
type Nested = { readonly explained: Explained; readonly isRoot: boolean };

const FRAME = ['BEGIN', 'COMMIT', 'ROLLBACK'];
const FRAMES_OF_FUNCTIONS = /PL\/pgSQL function "?(\w+)"?\([^)]*\) line \d+ at ([^\n]+)/g;
/** What a function does with a statement of its own; anything else is an expression without a plan. */
const STATEMENTS = /SQL statement|EXECUTE|PERFORM|RETURN QUERY|FOR over|OPEN/;

/**
 * Whether a statement of a function is counted by no other: its function is a trigger that runs after the statement,
 * or was called by one without a statement in between.
 */
function standsAlone(context: string, afterTriggers: ReadonlySet<string>): boolean {
  const frames = [...context.matchAll(FRAMES_OF_FUNCTIONS)].map(([, name = '', action = '']) => ({
    name,
    action,
  }));
  // the checks of foreign keys have no function of ours
  if (frames.length === 0) return !context.includes('SQL function');
  for (const [depth, { name }] of frames.entries()) {
    if (afterTriggers.has(name)) return true;
    const caller = frames[depth + 1];
    if (!caller || STATEMENTS.test(caller.action)) return false;
  }
  return false;
}

const listening = new AsyncLocalStorage<Open>();

type Answered = (...answer: unknown[]) => unknown;

/** Calls `done` when the query is answered, whether it was given a callback or answers a promise. */
function whenAnswered(args: unknown[], send: (args: unknown[]) => unknown, done: () => void): unknown {
  const at = args.findLastIndex((arg) => typeof arg === 'function');
  if (at < 0) {
    const answer = send(args) as Promise<unknown> | undefined;
    answer?.then?.(done, done);
    return answer;
  }
  const callback = args[at] as Answered;
  return send(
    args.with(at, (...answer: unknown[]) => {
      done();
      return callback(...answer);
    }),
  );
}

/**
 * Listens to the connections of this process: `record` answers what a call did in the database, without what else the
 * process asks meanwhile.
 */
export function listenToPlans(afterTriggers: ReadonlySet<string>) {
  const { query } = pg.Client.prototype;
  const { connect } = pg.Pool.prototype;
  const known = new WeakSet<pg.Client>();
  const waiting = new WeakMap<pg.Client, number>();
  let nested: Nested[] = [];
  let current: Open | null = null;

  const takeNested = () => {
    for (const { explained, isRoot } of nested.splice(0)) {
      current?.plans.push(explained);
      if (isRoot) current?.roots.push(explained);
    }
  };
  const hear = ({ message = '', where }: { message?: string | undefined; where?: string | undefined }) => {
    const start = message.indexOf('plan:\n');
    if (!current || !message.startsWith('duration:') || start < 0) return;
    const explained = JSON.parse(message.slice(start + 6)) as Explained;
    if (where) nested.push({ explained, isRoot: standsAlone(where, afterTriggers) });
    else if (current.sent.has(explained['Query Text'])) {
      takeNested();
      current.plans.push(explained);
      current.roots.push(explained);
    } else nested = [];
  };

  pg.Pool.prototype.connect = function (this: pg.Pool, callback?: Answered) {
    return Reflect.apply(connect, this, callback ? [AsyncResource.bind(callback)] : []);
  } as typeof connect;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const open = listening.getStore();
    const send = (changed: unknown[]) => Reflect.apply(query, this, changed);
    if (!open) return send(args);
    if (!known.has(this)) {
      known.add(this);
      this.on('notice', hear);
    }
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as pg.QueryConfig).text;
    open.sent.add(text);
    if (!FRAME.includes(text)) open.statements += 1;
    const before = waiting.get(this) ?? 0;
    if (before === 0) open.trips += 1;
    waiting.set(this, before + 1);
    return whenAnswered(args, send, () => waiting.set(this, (waiting.get(this) ?? 1) - 1));
  } as typeof query;

  return {
    async record<T>(run: () => Promise<T>): Promise<Recording & { readonly answer: T }> {
      const open: Open = { statements: 0, trips: 0, plans: [], roots: [], sent: new Set() };
      current = open;
      nested = [];
      try {
        const answer = await listening.run(open, run);
        takeNested();
        return { ...open, answer };
      } finally {
        current = null;
      }
    },
    stop() {
      pg.Client.prototype.query = query;
      pg.Pool.prototype.connect = connect;
    },
  };
}
