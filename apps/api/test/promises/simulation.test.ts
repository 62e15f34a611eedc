import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Dice, Kinds } from './shop-deeds.ts';
import type { Actor } from './shop-model.ts';
import { startWorld, TROUBLES, type Trouble, type World } from './shop-world.ts';
import { isFull, sized } from './size.ts';

const OPERATIONS = sized(300, 5_000);
const SEEDS = sized(1, 5);
/** So long a failure is made smaller. */
const SHRINK_MS = sized(5, 20) * 60_000;

/** Seeds that failed once, with the number of operations: they always run. */
const PAST: readonly { readonly seed: number; readonly operations: number }[] = [];

/** As a failure prints it. */
const said = process.env.SEED;

/** How many of so many operations go wrong, and how. */
const WEIGHTS: Readonly<Record<Trouble, number>> = {
  none: sized(800, 9_300),
  crash: sized(8, 30),
  cut: 15 * sized(1, 5),
  line: 10 * sized(1, 5),
  delay: 40 * sized(1, 5),
  twice: 50 * sized(1, 5),
  late: 30 * sized(1, 5),
  clock: 10 * sized(1, 5),
};

/** Which things are done more often than others. */
const OFTEN: readonly Kinds[] = ['receipt', 'make', 'make', 'edit', 'advance', 'pay', 'giveBack'];

/** The numbers of one operation; where they end they begin again. */
function diceOf(numbers: readonly number[]): Dice {
  let at = 0;
  const next = () => numbers[at++ % numbers.length] as number;
  return {
    upTo: (max) => next() % max,
    of: <T>(some: readonly T[]): T => some[next() % some.length] as T,
  };
}

type Chosen = { readonly who: number; readonly numbers: readonly number[]; readonly trouble: Trouble };

const chosen = fc.record({
  who: fc.nat(19),
  numbers: fc.array(fc.nat(9_999), { minLength: 14, maxLength: 14 }),
  trouble: fc.oneof(
    { withCrossShrink: true },
    ...TROUBLES.map((trouble) => ({ weight: WEIGHTS[trouble], arbitrary: fc.constant(trouble) })),
  ),
});

/** One operation as fast-check runs it. */
const operation = (kind: Kinds) =>
  chosen.map(
    ({ who, numbers, trouble }: Chosen): fc.AsyncCommand<object, World> => ({
      check: () => true,
      run: async (_, world) => {
        // goods are mostly taken in by those who may
        const isStaff = (kind === 'receipt' || kind === 'transfer') && (numbers[0] as number) % 6 > 0;
        const actor = world.actors[isStaff ? who % 8 : who] as Actor;
        const deed = world.kinds[kind](actor, diceOf(numbers));
        if (deed) await world.step(actor, deed, trouble, numbers[0] as number);
      },
      toString: () => kind,
    }),
  );

const KINDS = [
  'receipt',
  'make',
  'edit',
  'reprice',
  'advance',
  'pay',
  'giveBack',
  'undo',
  'transfer',
  'look',
  'list',
] as const satisfies readonly Kinds[];

const operationsOf = (maxCommands: number) =>
  fc.commands([...KINDS, ...OFTEN].map(operation), {
    maxCommands,
    size: 'max',
  });

/** fast-check chooses how many operations there are: the next seed that chooses nearly as many as are asked for. */
function longSeed(from: number, operations: number): number {
  for (let seed = from; ; seed += 1) {
    const [list] = fc.sample(operationsOf(operations), { seed, numRuns: 1 });
    if ([...(list ?? [])].length >= operations * 0.9) return seed;
  }
}

const commit = () => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
};

type Broken = { readonly log: readonly string[]; readonly error: unknown };

/** Runs one seed. @throws with the seed, the commit and the shrunk list of operations where the shop and the model differ */
async function simulate(seed: number, operations: number): Promise<World['figures']> {
  let broken: Broken | undefined;
  let longest = 0;
  let going: Promise<void> | undefined;
  let figures: World['figures'] = {};
  const property = fc.asyncProperty(operationsOf(operations), async (list) => {
    going = run(list);
    return going;
  });
  async function run(list: Iterable<fc.AsyncCommand<object, World>>): Promise<void> {
    const { length } = [...list];
    if (length === 0) return;
    // where it fails is known sooner while it is made smaller
    const world = await startWorld(broken ? 5 : 100);
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: world }), list);
      await world.finish();
    } catch (error) {
      broken = { log: [...world.log], error };
      throw error;
    } finally {
      if (length > longest) figures = world.figures;
      longest = Math.max(longest, length);
      await world.stop();
    }
  }
  const out = await fc.check(property, {
    seed,
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_MS,
  });
  // whoever ran out of time leaves no process behind
  await going?.catch(() => undefined);
  if (out.failed)
    throw new Error(
      [
        `seed ${seed}, commit ${commit()}, ${operations} operations, made smaller ${out.numShrinks} times${out.interrupted ? ', not to the end' : ''}`,
        ...(broken?.log ?? []).map((line, n) => `  ${n + 1}. ${line}`),
        String((broken?.error as Error)?.message ?? out.errorInstance),
        `again: SEED='${seed}' npm run promises -- simulation`,
      ].join('\n'),
    );
  return figures;
}

it(`P7 P8 P12 C6 F1 F4 F14 ${OPERATIONS} operations by 20 people in 3 branches, with ${SEEDS} seeds, crashes, cut connections, delays, repeats and clock jumps, give the same answers as a simple model`, async () => {
  const seeds = said
    ? [{ seed: Number(said), operations: OPERATIONS }]
    : Array.from({ length: SEEDS }, () => ({
        seed: longSeed(isFull ? randomInt(2 ** 30) : 1, OPERATIONS),
        operations: OPERATIONS,
      }));
  for (const { seed, operations } of [...(said ? [] : PAST), ...seeds]) {
    const figures = await simulate(seed, operations);
    process.stdout.write(`seed ${seed}: ${JSON.stringify(figures)}\n`);
    // a seed that somebody names may have chosen fewer operations
    if (said) continue;
    // a day on which nothing is done or nothing is refused proves nothing
    expect(figures.OK).toBeGreaterThan(operations / 4);
    for (const refused of ['DENY', 'GONE', 'CONFLICT'])
      expect(figures[refused], refused).toBeGreaterThan(operations / 100);
  }
}, 7_200_000);
