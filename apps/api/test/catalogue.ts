import type { TestApp } from './app.ts';
import type { Group } from './oracle.ts';
import { ORACLES } from './oracles.ts';

/** Records of the nouns that have an oracle, straight into the database, each with a name of its own; answers their ids. */
export const catalogueOf = (app: TestApp) =>
  Object.fromEntries(ORACLES.map(({ group, make }) => [group, () => make(app)])) as Readonly<
    Record<Group, () => Promise<number>>
  >;
