import { ROOT_CATEGORY } from 'virtual:facts';
import { useState } from 'react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useUndoToast } from '../../lib/list/record-actions.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import { showCallFailure } from '../../lib/server/toast.ts';
import {
  getParentId,
  isSelfOrDescendant,
  loadSiblingAt,
  type TreeCategory,
  type TreeNode,
} from './childs.ts';
import { openCategory } from './expanded.ts';

/** The part of a row on which something is dropped. */
export type DropZone = 'before' | 'into' | 'after';

export type CategoryMoves = {
  /** The id of the category being moved. */
  readonly busy: number | null;
  up(place: TreeNode): Promise<void>;
  down(place: TreeNode): Promise<void>;
  /** Moves a category one level up, to the position after its parent. */
  out(place: TreeNode): Promise<void>;
  /** Moves a category to the end of another category, or of the top level. */
  into(place: TreeNode, parent: { id: number; title: string } | null): Promise<void>;
  drop(place: TreeNode, on: TreeNode, zone: DropZone): Promise<void>;
};

/** Moves categories, reports the new position and offers Undo. `onMoved` receives the id of the row to focus. */
export function useCategoryMoves(onMoved: (id: number) => void): CategoryMoves {
  const { t } = useTranslation('category');
  const { number } = useFormat();
  const tell = useUndoToast();
  const [busy, setBusy] = useState<number | null>(null);
  const { invalidates } = api.category.move;

  const send = async (
    place: TreeNode,
    parent_id: number,
    before: (() => Promise<TreeCategory | null>) | null,
    announcement: string,
  ) => {
    const { row } = place;
    setBusy(row.id);
    try {
      const [old, next] = await Promise.all([
        loadSiblingAt(place.siblings, place.index + 1),
        before?.() ?? null,
      ]);
      const before_id = next?.id ?? null;
      await callApi(api.category.move, { id: row.id, version: row.version, parent_id, before_id });
      const back = { id: row.id, parent_id: place.siblings.parent, before_id: old?.id ?? null };
      if (parent_id !== ROOT_CATEGORY) openCategory(parent_id);
      tell(announcement, () => callApi(api.category.move, back), invalidates);
      onMoved(row.id);
    } catch (error) {
      showCallFailure(error, t('move.failed'));
    } finally {
      setBusy(null);
      // also after a refusal, because another user may have changed the tree
      invalidateNouns(invalidates);
    }
  };

  const titleOf = (above: { title: string } | null | undefined) => isolateBidi(above?.title ?? t('top'));
  const ordered = (place: TreeNode, index: number) =>
    t('move.ordered', {
      name: isolateBidi(place.row.title),
      at: number(index + 1),
      total: number(place.siblings.total),
      parent: titleOf(place.above?.row),
    });
  const settled = (place: TreeNode, above: { title: string } | null | undefined) =>
    t('move.done', { name: isolateBidi(place.row.title), parent: titleOf(above) });

  const beside = (place: TreeNode, on: TreeNode, index: number) => {
    const { siblings, above } = on;
    const stays = siblings.parent === place.siblings.parent;
    if (stays && (index === place.index || index === place.index + 1)) return Promise.resolve();
    const at = stays && index > place.index ? index - 1 : index;
    const announcement = stays ? ordered(place, at) : settled(place, above?.row);
    return send(place, getParentId(above), () => loadSiblingAt(siblings, index), announcement);
  };

  return {
    busy,
    up: (place) => beside(place, place, place.index - 1),
    down: (place) => beside(place, place, place.index + 2),
    out: (place) => (place.above ? beside(place, place.above, place.above.index + 1) : Promise.resolve()),
    into: (place, parent) => send(place, parent?.id ?? ROOT_CATEGORY, null, settled(place, parent)),
    drop: (place, on, zone) => {
      if (isSelfOrDescendant(on, place.row.id)) return Promise.resolve();
      if (zone === 'into') return send(place, on.row.id, null, settled(place, on.row));
      return beside(place, on, zone === 'before' ? on.index : on.index + 1);
    },
  };
}
