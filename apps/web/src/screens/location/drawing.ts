import { parseDrawnShape, type Shape, type ShapeRefusal } from '@dukkan/commerce';
import { useMemo, useState } from 'react';
import type { Drawing } from '../../ui/map/zone-map.tsx';

/** Returns a drawing in the form's format: JSON of its coordinates, '' for an empty drawing. */
export const formatDrawing = (drawing: Drawing | null): string =>
  drawing === null || drawing.length === 0 ? '' : JSON.stringify(drawing);

export type ParsedDrawing = {
  /** The drawing as the map shows it, even when it is invalid. */
  readonly drawing: Drawing;
  readonly shape: Shape | null;
  readonly refusal: ShapeRefusal | null;
};

const NOTHING: ParsedDrawing = { drawing: [], shape: null, refusal: null };

/** Parses and checks a drawing by the same rules as the server. */
export function parseDrawing(text: string): ParsedDrawing {
  if (text.trim() === '') return NOTHING;
  const { shape, refusal } = parseDrawnShape(text);
  return { drawing: shape ? (shape.polygons as Drawing) : parseInvalidDrawing(text), shape, refusal };
}

/** Returns the rings of an invalid drawing, if it has any. */
function parseInvalidDrawing(text: string): Drawing {
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

/** Undo and redo for a drawing. */
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
