import { parseDrawnShape, type Shape, type ShapeRefusal } from '@dukkan/commerce';
import { useMemo, useState } from 'react';
import type { Drawing } from '../../ui/zone-map.tsx';

/** A drawing as the form keeps it: the JSON of its coordinates, '' where nothing is drawn. */
export const formatDrawing = (drawing: Drawing | null): string =>
  drawing === null || drawing.length === 0 ? '' : JSON.stringify(drawing);

export type ParsedDrawing = {
  /** What the map shows: as drawn, even where it is wrong. */
  readonly drawing: Drawing;
  readonly shape: Shape | null;
  readonly refusal: ShapeRefusal | null;
};

const NOTHING: ParsedDrawing = { drawing: [], shape: null, refusal: null };

/** What a drawing is worth, by the server's own rules. */
export function parseDrawing(text: string): ParsedDrawing {
  if (text.trim() === '') return NOTHING;
  const { shape, refusal } = parseDrawnShape(text);
  return { drawing: shape ? (shape.polygons as Drawing) : drawn(text), shape, refusal };
}

/** The rings of what cannot be kept, where it has any. */
function drawn(text: string): Drawing {
  try {
    const parts: unknown = JSON.parse(text);
    return isDrawing(parts) ? parts : [];
  } catch {
    return [];
  }
}

const isDrawing = (value: unknown): value is Drawing =>
  Array.isArray(value) &&
  value.every(
    (rings) =>
      Array.isArray(rings) &&
      rings.every(
        (ring) =>
          Array.isArray(ring) &&
          ring.every((at) => Array.isArray(at) && at.length >= 2 && at.every((one) => Number.isFinite(one))),
      ),
  );

/** Steps back and forth over what was drawn. */
export type DrawingHistory = {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  keep(text: string): void;
  undo(): string | null;
  redo(): string | null;
};

type Steps = { readonly past: readonly string[]; readonly at: string; readonly future: readonly string[] };

const STEPS_MAX = 100;

export function useDrawingHistory(start: string): DrawingHistory {
  const [steps, setSteps] = useState<Steps>({ past: [], at: start, future: [] });
  return useMemo(() => {
    const { past, at, future } = steps;
    return {
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      keep: (text) => {
        if (text !== at) setSteps({ past: [...past, at].slice(-STEPS_MAX), at: text, future: [] });
      },
      undo: () => {
        const before = past.at(-1);
        if (before === undefined) return null;
        setSteps({ past: past.slice(0, -1), at: before, future: [at, ...future] });
        return before;
      },
      redo: () => {
        const [next] = future;
        if (next === undefined) return null;
        setSteps({ past: [...past, at], at: next, future: future.slice(1) });
        return next;
      },
    };
  }, [steps]);
}
