import type { Explained, PlanNode, Recording } from './plans.ts';

export type Cost = {
  readonly statements: number;
  readonly trips: number;
  /** Pages of tables and indexes that were looked at. */
  readonly pages: number;
  /** Rows of tables that were read for each row of the answer. */
  readonly rows: number;
  /** Bytes written to the log. */
  readonly wal: number;
};

const isScan = (node: PlanNode) => node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan');

const everyNode = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];

const readBy = (node: PlanNode) =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

const countPages = (node: PlanNode) => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What a call cost that answered so many rows. */
export function costOf({ statements, trips, plans, roots }: Recording, answered: number): Cost {
  const read = sum(plans.flatMap(({ Plan }) => everyNode(Plan).filter(isScan).map(readBy)));
  return {
    statements,
    trips,
    pages: sum(roots.map(({ Plan }) => countPages(Plan))),
    rows: Math.ceil(read / Math.max(1, answered)),
    wal: sum(roots.map(({ Plan }) => Plan['WAL Bytes'] ?? 0)),
  };
}

/** How far an estimate may be off where more than `AT_STAKE` rows are involved. */
const FACTOR = 50;
const AT_STAKE = 1_000;

/** Nodes whose expectation says nothing of its own. */
const NO_ESTIMATE = new Set(['Limit', 'ModifyTable', 'Result']);

export type Misjudged = {
  readonly node: string;
  readonly expected: number;
  readonly actual: number;
  readonly explained: Explained;
};

/** Whether a node may have ended before it had given all of its rows, so that fewer than expected say nothing. */
function endsEarly(node: PlanNode, parent: PlanNode | null, isCut: boolean): boolean {
  // of these EXISTS ends with the first row; it has no limit of its own
  if (/^(SubPlan|InitPlan)/.test(node['Subplan Name'] ?? '')) return node['Node Type'] !== 'Limit';
  if (!parent) return false;
  if (parent['Node Type'] === 'Limit') return isCut || parent['Actual Rows'] >= parent['Plan Rows'];
  if (parent['Node Type'] === 'Merge Join') return true;
  const stopsAtFirst = parent['Inner Unique'] === true || /Semi|Anti/.test(parent['Join Type'] ?? '');
  return (
    isCut ||
    (parent['Node Type'] === 'Nested Loop' && stopsAtFirst && node['Parent Relationship'] === 'Inner')
  );
}

/** The deepest nodes whose number of rows the planner expected far too high or too low. */
export function misjudgedNodes(explained: Explained): Misjudged[] {
  const found: Misjudged[] = [];
  /** Answers how many rows of tables were read for this node, and whether it or a node below is misjudged. */
  const visit = (
    node: PlanNode,
    parent: PlanNode | null,
    isCutAbove: boolean,
  ): [read: number, is: boolean] => {
    const loops = node['Actual Loops'];
    if (loops === 0) return [0, false];
    const isCut = endsEarly(node, parent, isCutAbove);
    const below = (node.Plans ?? []).map((child) => visit(child, node, isCut));
    // what a subquery reads is a choice of its own
    const own = below.filter((_, at) => !node.Plans?.[at]?.['Subplan Name']);
    const read = sum(own.map(([rows]) => rows)) + (isScan(node) ? readBy(node) : 0);
    if (below.some(([, is]) => is)) return [read, true];
    if (NO_ESTIMATE.has(node['Node Type'])) return [read, false];
    const [expected, actual] = [Math.max(1, node['Plan Rows']), Math.max(1, node['Actual Rows'])];
    const isTooLow = actual / expected > FACTOR && actual * loops > AT_STAKE;
    const isTooHigh = !isCut && expected / actual > FACTOR && read > AT_STAKE;
    if (!isTooLow && !isTooHigh) return [read, false];
    const name = [node['Node Type'], node['Relation Name']].filter(Boolean).join(' ');
    found.push({ node: name, expected: node['Plan Rows'], actual: node['Actual Rows'], explained });
    return [read, true];
  };
  visit(explained.Plan, null, false);
  return found;
}

/** A plan as lines: what each node is, the rows that were expected and there, those that it read, and its pages. */
export function describePlan({ 'Query Text': text, Plan }: Explained): string {
  const lines = (node: PlanNode, depth: number): string[] => [
    `${'  '.repeat(depth)}${[node['Subplan Name'], node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ')}` +
      ` · ${node['Plan Rows']} expected, ${node['Actual Rows']} there` +
      `${node['Actual Loops'] === 1 ? '' : ` ${node['Actual Loops']} times`}` +
      `${isScan(node) ? `, ${readBy(node)} read` : ''}, ${countPages(node)} pages`,
    ...(node.Plans ?? []).flatMap((child) => lines(child, depth + 1)),
  ];
  return [...lines(Plan, 0), text.trim()].join('\n');
}

/** The plan that looked at most pages. */
export const dearestOf = (explained: readonly Explained[]): Explained | undefined =>
  explained.toSorted((a, b) => countPages(b.Plan) - countPages(a.Plan))[0];
