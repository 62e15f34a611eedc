import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Returns the list with one element moved to another index. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

type Key = string | number;

/**
 * Calls `drop` with the keys of the dragged tile and of the tile it was dropped on.
 * @param kind identifies the tiles of one list, so that tiles of another list are ignored
 */
export function useTileDrops<K extends Key>(kind: string, drop: (from: K, to: K) => void): void {
  const onDrop = useEffectEvent(drop);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.kind === kind,
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets[0];
          if (target) onDrop(source.data.key as K, target.data.key as K);
        },
      }),
    [kind],
  );
}

/** Makes a tile draggable onto other tiles of its kind; `ref` is its element. */
export function useSortableTile<E extends HTMLElement>(
  kind: string,
  key: Key,
  isLocked: boolean,
): { ref: RefObject<E | null>; isOver: boolean; isAway: boolean } {
  const ref = useRef<E>(null);
  const [isOver, setOver] = useState(false);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isLocked) return;
    const data = { kind, key };
    const stops = [
      draggable({
        element,
        getInitialData: () => data,
        onDragStart: () => setAway(true),
        onDrop: () => setAway(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === kind,
        getData: () => data,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: () => setOver(false),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [kind, key, isLocked]);
  return { ref, isOver, isAway };
}
