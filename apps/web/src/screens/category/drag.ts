import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isSelfOrDescendant, type TreeNode } from './childs.ts';
import { openCategory } from './expanded.ts';
import type { CategoryMoves, DropZone } from './moves.ts';

/** The milliseconds after which a closed category opens while the user drags a row over it. */
const OPEN_AFTER = 600;

const placeIn = (data: Record<string | symbol, unknown>): TreeNode | null =>
  (data.category as TreeNode | undefined) ?? null;

/**
 * Returns where a drop at this height of a row puts the dragged row. An open row has no `after`, because its own
 * children follow it.
 */
function zoneAt(element: Element, clientY: number, isOpen: boolean): DropZone {
  const { top, height } = element.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (part < 0.28) return 'before';
  return part > 0.72 && !isOpen ? 'after' : 'into';
}

/** Makes a row draggable and a drop target; returns where a drop would put the dragged row. */
export function useDraggableRow(
  row: RefObject<HTMLTableRowElement | null>,
  place: TreeNode,
  { moves, open, allowed }: { moves: CategoryMoves; open: boolean; allowed: boolean },
) {
  const [zone, setZone] = useState<DropZone | null>(null);
  const [dragged, setDragged] = useState(false);
  const now = useRef({ place, moves, open });
  now.current = { place, moves, open };

  useEffect(() => {
    const element = row.current;
    if (!element || !allowed) return;
    const end = draggable({
      element,
      getInitialData: () => ({ category: now.current.place }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
    const leave = dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const carried = placeIn(source.data);
        return carried !== null && !isSelfOrDescendant(now.current.place, carried.row.id);
      },
      onDrag: ({ location }) => setZone(zoneAt(element, location.current.input.clientY, now.current.open)),
      onDragLeave: () => setZone(null),
      onDrop: ({ source, location }) => {
        setZone(null);
        const carried = placeIn(source.data);
        const where = zoneAt(element, location.current.input.clientY, now.current.open);
        if (carried) void now.current.moves.drop(carried, now.current.place, where);
      },
    });
    return () => {
      end();
      leave();
    };
  }, [row, allowed]);

  const opens = zone === 'into' && !open && place.row.childs_count > 0;
  const { id } = place.row;
  useEffect(() => {
    if (!opens) return;
    const timer = setTimeout(() => openCategory(id), OPEN_AFTER);
    return () => clearTimeout(timer);
  }, [opens, id]);

  return { zone, dragged };
}
