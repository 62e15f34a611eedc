import type { Shape, ShapeRefusal, ShapeResult } from '@dukkan/commerce';
import { Failure, fail } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { openWorkerPool, type WorkerPool } from '../../../core/process/worker-pool.ts';
import type { LocationFile, LocationFileTask } from '../location-import/read-location-file.ts';
import type {
  Comparison,
  ComparisonResult,
  LocationFileResult,
  Neighbour,
  ShapeTask,
} from './shape.worker.ts';

/** Opens the thread in which drawings are parsed and compared. */
export const openShapeThreads = (): WorkerPool =>
  openWorkerPool({
    base: import.meta.url,
    name: 'shape',
    threads: 1,
    queue: 50,
    memoryMb: 512,
    limitMs: 30_000,
  });

const runShapeTask = <T>(ctx: Ctx, task: ShapeTask): Promise<T> => ctx.services.shapes.run<T>(task);

function failDrawing({ code, ...params }: ShapeRefusal): never {
  throw new Failure(code, params, 'polygons');
}

/** Parses a drawing. @throws polygon.… with the position */
export async function parseShape(ctx: Ctx, drawing: unknown): Promise<Shape> {
  const { shape, refusal } = await runShapeTask<ShapeResult>(ctx, { kind: 'parse', drawing });
  return shape ?? failDrawing(refusal);
}

/** Sending and comparing more corners takes longer than others may wait for it. */
const COMPARED_CORNERS_MAX = 200_000;

const countCorners = (others: readonly Neighbour[]): number =>
  others.reduce(
    (sum, { shape }) => sum + shape.polygons.flat().reduce((all, ring) => all + ring.length, 0),
    0,
  );

/**
 * Finds the overlaps and gaps of a drawing and others.
 * @throws polygon.too_many_neighbours, polygon.too_many_crossings, polygon.not_united
 */
export async function compareShapes(
  ctx: Ctx,
  shape: Shape,
  others: readonly Neighbour[],
): Promise<Comparison> {
  if (others.length === 0) return { overlaps: [], gaps: [] };
  if (countCorners(others) > COMPARED_CORNERS_MAX)
    fail('polygon.too_many_neighbours', { max: COMPARED_CORNERS_MAX }, 'polygons');
  const { comparison, refusal } = await runShapeTask<ComparisonResult>(ctx, {
    kind: 'compare',
    shape,
    others,
  });
  return comparison ?? failDrawing(refusal);
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Reads the places of a file. @throws location.file_unreadable, location.too_many_features, location.property_missing */
export async function readFileOfLocations(ctx: Ctx, task: LocationFileTask): Promise<LocationFile> {
  const { file, failure } = await runShapeTask<LocationFileResult>(ctx, { kind: 'file', file: task }).catch(
    (error: unknown) => {
      if (isOutOfMemory(error)) return fail('location.file_unreadable', undefined, 'file');
      throw error;
    },
  );
  if (file) return file;
  throw new Failure(failure.code, failure.params, failure.field);
}
