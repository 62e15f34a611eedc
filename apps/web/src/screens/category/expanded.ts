import { createStore, useStore } from '../../lib/store.ts';

/**
 * The number of loaded pages of each open category's children. It lasts for this visit, so that Back shows the tree
 * unchanged.
 */
const pagesStore = createStore<ReadonlyMap<number, number>>(new Map());

export const useExpandedPageCounts = (): ReadonlyMap<number, number> => useStore(pagesStore);

function editPages(edit: (next: Map<number, number>) => void): void {
  const next = new Map(pagesStore.get());
  edit(next);
  pagesStore.set(next);
}

export const openCategory = (id: number): void => editPages((next) => void (next.has(id) || next.set(id, 1)));

export const closeCategory = (id: number): void => editPages((next) => void next.delete(id));

export const showMoreChilds = (id: number): void =>
  editPages((next) => void next.set(id, (next.get(id) ?? 1) + 1));
