import {
  type BoundingBox,
  findGaps,
  findOverlap,
  type MultiPolygon,
  parseDrawnShape,
  type Shape,
  type ShapeRefusal,
  type ShapeResult,
  toShapeRefusal,
} from '@dukkan/commerce';
import { Failure } from '@dukkan/contract';
import {
  type LocationFile,
  type LocationFileTask,
  readLocationFile,
} from '../location-import/read-location-file.ts';

export type Neighbour = {
  readonly id: number;
  readonly isActive: boolean;
  readonly shape: { readonly polygons: MultiPolygon; readonly box: BoundingBox };
};

export type Comparison = {
  readonly overlaps: readonly { readonly id: number; readonly area_m2: number }[];
  readonly gaps: readonly { readonly area_m2: number; readonly polygons: MultiPolygon }[];
};

export type ShapeTask =
  | { readonly kind: 'parse'; readonly drawing: unknown }
  | { readonly kind: 'compare'; readonly shape: Shape; readonly others: readonly Neighbour[] }
  | { readonly kind: 'file'; readonly file: LocationFileTask };

export type ComparisonResult =
  | { readonly comparison: Comparison; readonly refusal: null }
  | { readonly comparison: null; readonly refusal: ShapeRefusal };

export type LocationFileResult =
  | { readonly file: LocationFile; readonly failure: null }
  | { readonly file: null; readonly failure: Pick<Failure, 'code' | 'params' | 'field'> };

function compareShapes(shape: Shape, others: readonly Neighbour[]): ComparisonResult {
  try {
    const overlaps = others.flatMap((other) => {
      const overlap = findOverlap(shape, other.shape);
      return overlap ? [{ id: other.id, area_m2: overlap.area_m2 }] : [];
    });
    const active = others.filter(({ isActive }) => isActive);
    const gaps = findGaps(
      shape,
      active.map((other) => other.shape),
    );
    return { comparison: { overlaps, gaps }, refusal: null };
  } catch (error) {
    const refusal = toShapeRefusal(error);
    if (refusal) return { comparison: null, refusal };
    throw error;
  }
}

async function readFile(task: LocationFileTask): Promise<LocationFileResult> {
  try {
    return { file: await readLocationFile(task), failure: null };
  } catch (error) {
    // a failure loses its class on the way to the other thread
    if (error instanceof Failure)
      return { file: null, failure: { code: error.code, params: error.params, field: error.field } };
    throw error;
  }
}

/** Parses and compares drawings off the event loop, because thousands of lines take many milliseconds. */
export default function run(task: ShapeTask): ShapeResult | ComparisonResult | Promise<LocationFileResult> {
  if (task.kind === 'parse') return parseDrawnShape(task.drawing);
  if (task.kind === 'compare') return compareShapes(task.shape, task.others);
  return readFile(task.file);
}
