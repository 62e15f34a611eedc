import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import { failShape, type Position, type Ring } from './shape.ts';

// Rule: docs/rules/imports.md#drawings

/** How far rounding to six decimals can move two lines towards each other, in degrees: 0.16 m. */
const ROUNDING = 1.5e-6;
/** The radius around a common position in which the order of the lines is compared, in degrees: 1.1 m. */
const AROUND = 1e-5;
/** Smaller loops result from rounding. */
const LOOP_MIN_M2 = 1;
/** A loop that results from rounding is no longer than this, in degrees: 11 m. */
const LOOP_MAX_LENGTH = 1e-4;
/** The most positions that are followed around one common position. */
const STEPS_MAX = 64;
/** The most crossings and the most contacts before drawings are united, besides one and eight for each of their lines. */
const CROSSINGS_MAX = 1_000;
const CONTACTS_MAX = 20_000;

export const METRES_PER_DEGREE = 111_195;

export type Edge = readonly [Position, Position];
export type Meeting = { readonly at: Position; readonly crosses: boolean };

const getSide = (a: Position, b: Position, c: Position): number =>
  Math.sign(orient2d(a[0], a[1], b[0], b[1], c[0], c[1]));

const isWithin = (value: number, a: number, b: number): boolean =>
  value >= Math.min(a, b) && value <= Math.max(a, b);

/** True when a position in line with an edge is on the edge. */
const isOnEdge = ([lng, lat]: Position, [a, b]: Edge): boolean =>
  isWithin(lng, a[0], b[0]) && isWithin(lat, a[1], b[1]);

/** The position where two edges cross, or any common position when they touch; null without one. */
export function findMeeting(first: Edge, second: Edge): Meeting | null {
  const [a, b] = first;
  const [c, d] = second;
  const [sc, sd] = [getSide(a, b, c), getSide(a, b, d)];
  if (sc * sd > 0) return null;
  const [sa, sb] = [getSide(c, d, a), getSide(c, d, b)];
  if (sa * sb > 0) return null;
  if (sc * sd < 0 && sa * sb < 0) {
    const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
    const share = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / (ux * vy - uy * vx);
    return { at: [a[0] + share * ux, a[1] + share * uy], crosses: true };
  }
  if (sc === 0 && isOnEdge(c, first)) return { at: c, crosses: false };
  if (sd === 0 && isOnEdge(d, first)) return { at: d, crosses: false };
  if (sa === 0 && isOnEdge(a, second)) return { at: a, crosses: false };
  if (sb === 0 && isOnEdge(b, second)) return { at: b, crosses: false };
  return null;
}

export const listEdges = (ring: Ring): Edge[] =>
  ring.slice(1).map((to, index): Edge => [ring[index] as Position, to]);

export function createEdgeIndex(edges: readonly Edge[]): (edge: Edge) => number[] {
  const index = new Flatbush(edges.length);
  for (const [a, b] of edges)
    index.add(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
  index.finish();
  return ([a, b]) =>
    index.search(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
}

const getDistance = (a: Position, b: Position): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

function distanceToEdge(p: Position, [a, b]: Edge): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const share = ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / (x * x + y * y || 1);
  const nearest = Math.max(0, Math.min(1, share));
  return getDistance(p, [a[0] + nearest * x, a[1] + nearest * y]);
}

/** How far one of two crossing edges would have to move for them not to cross, in degrees. */
const crossingDepth = (first: Edge, second: Edge): number =>
  Math.min(
    distanceToEdge(first[0], second),
    distanceToEdge(first[1], second),
    distanceToEdge(second[0], first),
    distanceToEdge(second[1], first),
  );

/** Square metres of a square degree at a latitude. */
const squareMetres = (lat: number): number =>
  METRES_PER_DEGREE ** 2 * Math.max(0.01, Math.cos((lat * Math.PI) / 180));

/** Twice the signed area of each part of a ring from its first position, in square degrees. */
function sumAreas(ring: Ring): number[] {
  const [[x, y] = [0, 0]] = ring;
  const sums = [0];
  for (const [index, to] of ring.slice(1).entries()) {
    const from = ring[index] as Position;
    sums.push((sums[index] as number) + (from[0] - x) * (to[1] - y) - (to[0] - x) * (from[1] - y));
  }
  return sums;
}

/** The signed area of a closed ring on the flat map, in square degrees. */
export const measureFlatArea = (ring: Ring): number => (sumAreas(ring).at(-1) ?? 0) / 2;

/** A closed ring with what is needed to compare its lines. */
type Lines = { readonly ring: Ring; readonly edges: readonly Edge[]; readonly sums: readonly number[] };

/** True when the ring leaves `at` on an edge and is back on a later one after a loop that results from rounding. */
function isTinyLoop({ ring, sums, edges }: Lines, from: number, to: number, at: Position): boolean {
  const [x, y] = ring[0] as Position;
  const count = edges.length;
  const cross = (a: Position, b: Position) => (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y);
  const [first, last] = [ring[(from + 1) % count] as Position, ring[to] as Position];
  const total = sums.at(-1) as number;
  const between = (sums[to] as number) - (sums[(from + 1) % count] as number) + (to > from ? 0 : total);
  const area = Math.abs(between + cross(at, first) + cross(last, at)) / 2;
  if (area * squareMetres(at[1]) >= LOOP_MIN_M2) return false;
  for (let step = (from + 1) % count; ; step = (step + 1) % count) {
    if (getDistance(ring[step] as Position, at) > LOOP_MAX_LENGTH) return false;
    if (step === to) return true;
  }
}

/** Follows a ring from `at` until it leaves the circle around it; null when it stays or meets the edge `until`. */
function findRingExit(
  { edges }: Lines,
  from: number,
  until: number,
  at: Position,
  by: 1 | -1,
): Position | null {
  const count = edges.length;
  let here = at;
  for (let step = 0, edge = from; step < STEPS_MAX; step += 1, edge = (edge + by + count) % count) {
    if (step > 0 && edge === until) return null;
    const next = (edges[edge] as Edge)[by === 1 ? 1 : 0];
    if (getDistance(next, at) > AROUND) return onCircle(here, next, at);
    here = next;
  }
  return null;
}

/** The position on the way between two positions where it leaves the circle. */
function onCircle(inside: Position, outside: Position, middle: Position): Position {
  const [dx, dy] = [outside[0] - inside[0], outside[1] - inside[1]];
  const [fx, fy] = [inside[0] - middle[0], inside[1] - middle[1]];
  const a = dx * dx + dy * dy;
  const b = fx * dx + fy * dy;
  const share = (Math.sqrt(Math.max(0, b * b - a * (fx * fx + fy * fy - AROUND ** 2))) - b) / a;
  return [inside[0] + share * dx, inside[1] + share * dy];
}

/** True when two lines through a common position change sides there by more than rounding can. */
function changesSides(lines: Lines, first: number, second: number, at: Position): boolean {
  const ends = [
    findRingExit(lines, first, second, at, -1),
    findRingExit(lines, first, second, at, 1),
    findRingExit(lines, second, first, at, -1),
    findRingExit(lines, second, first, at, 1),
  ];
  const [from, to, otherFrom, otherTo] = ends;
  if (!from || !to || !otherFrom || !otherTo) return false;
  for (const one of [from, to])
    for (const other of [otherFrom, otherTo]) if (getDistance(one, other) <= ROUNDING) return false;
  const angle = (position: Position) => Math.atan2(position[1] - at[1], position[0] - at[0]);
  const turn = (position: Position) => (angle(position) - angle(from) + 4 * Math.PI) % (2 * Math.PI);
  return turn(otherFrom) < turn(to) !== turn(otherTo) < turn(to);
}

export type SelfMeeting = {
  /** The first crossing that rounding does not explain, else the first common position. */
  readonly at: Position;
  readonly crosses: boolean;
  /** True when every line meets the others at its own ends and theirs. */
  readonly meetsAtEnds: boolean;
  /** The area that loops and overlaps from rounding may have, in square degrees. */
  readonly slack: number;
};

/** True when an edge that follows another turns back on it. */
function turnsBack(edge: Edge, next: Edge): boolean {
  const [from, pivot, to] = [edge[0], edge[1], next[1]];
  return getSide(from, pivot, to) === 0 && (isOnEdge(to, edge) || isOnEdge(from, next));
}

const getLength = ([a, b]: Edge): number => getDistance(a, b);

/**
 * Finds where a closed ring meets itself, apart from consecutive edges: the first crossing that rounding does not
 * explain, else the first common position; null for a simple ring.
 * @throws refusal polygon.too_many_crossings
 */
export function findSelfMeeting(ring: Ring): SelfMeeting | null {
  const edges = listEdges(ring);
  const lines: Lines = { ring, edges, sums: sumAreas(ring) };
  const near = createEdgeIndex(edges);
  const speck = LOOP_MIN_M2 / squareMetres((ring[0] as Position)[1]);
  let touch: Position | null = null;
  let slack = speck;
  let meetsAtEnds = true;
  const count = createCounter(edges.length);
  for (const [at, edge] of edges.entries())
    for (const other of near(edge)) {
      if (other <= at) continue;
      const against = edges[other] as Edge;
      const closes = at === 0 && other === edges.length - 1;
      if (other === at + 1 || closes) {
        // consecutive edges share one position; a longer contact means that the ring turns back on itself
        const [before, after] = closes ? [against, edge] : [edge, against];
        if (!turnsBack(before, after)) continue;
        touch ??= before[1];
        meetsAtEnds &&= isSamePosition(before[0], after[1]);
        continue;
      }
      const met = findMeeting(edge, against);
      if (!met) continue;
      touch ??= met.at;
      meetsAtEnds &&= isAtEnds(met, edge, against);
      const isDeep = met.crosses && crossingDepth(edge, against) > ROUNDING;
      if (isDeep || changesSides(lines, at, other, met.at)) {
        const isTiny = isTinyLoop(lines, at, other, met.at) || isTinyLoop(lines, other, at, met.at);
        if (!isTiny) return { at: met.at, crosses: true, slack, meetsAtEnds: false };
      }
      count(met);
      if (met.crosses) slack += speck + (getLength(edge) + getLength(against)) * ROUNDING;
    }
  return touch && { at: touch, crosses: false, slack, meetsAtEnds };
}

const isSamePosition = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

const isEnd = (at: Position, [a, b]: Edge): boolean => isSamePosition(at, a) || isSamePosition(at, b);

/** True when two edges have nothing in common but ends of both. */
function isAtEnds({ at, crosses }: Meeting, first: Edge, second: Edge): boolean {
  if (crosses || !isEnd(at, first) || !isEnd(at, second)) return false;
  const isSame = isEnd(first[0], second) && isEnd(first[1], second);
  const isInLine = getSide(...first, second[0]) === 0 && getSide(...first, second[1]) === 0;
  return isSame || !isInLine || !overlapsInLine(at, first, second);
}

/** True when two edges in line lead from their common end in the same direction. */
function overlapsInLine(at: Position, first: Edge, second: Edge): boolean {
  const other = ([a, b]: Edge): Position => (isSamePosition(a, at) ? b : a);
  const [one, two] = [other(first), other(second)];
  return (one[0] - at[0]) * (two[0] - at[0]) + (one[1] - at[1]) * (two[1] - at[1]) > 0;
}

/** Creates a counter of meetings that refuses a drawing with too many. */
function createCounter(lines: number): (met: Meeting) => void {
  const max = CROSSINGS_MAX + lines;
  let [crossings, contacts] = [0, 0];
  return ({ crosses }) => {
    if (crosses) crossings += 1;
    else contacts += 1;
    if (crossings > max || contacts > CONTACTS_MAX + 8 * lines)
      failShape({ code: 'polygon.too_many_crossings', max });
  };
}

/**
 * Checks that the rings of several drawings meet each other so seldom that they can be united.
 * @returns whether every line meets those of other drawings at its own ends and theirs
 * @throws refusal polygon.too_many_crossings
 */
export function checkMeetings(drawings: readonly (readonly Ring[])[]): { readonly meetsAtEnds: boolean } {
  const edges = drawings.flatMap((rings, drawing) =>
    rings.flatMap((ring) => listEdges(ring).map((edge) => ({ drawing, edge }))),
  );
  if (edges.length === 0) return { meetsAtEnds: true };
  let meetsAtEnds = true;
  const near = createEdgeIndex(edges.map(({ edge }) => edge));
  const count = createCounter(edges.length);
  for (const [at, { drawing, edge }] of edges.entries())
    for (const other of near(edge)) {
      const against = edges[other];
      if (other <= at || !against || against.drawing === drawing) continue;
      const met = findMeeting(edge, against.edge);
      if (!met) continue;
      count(met);
      meetsAtEnds &&= isAtEnds(met, edge, against.edge);
    }
  return { meetsAtEnds };
}
