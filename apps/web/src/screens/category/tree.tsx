import { ROOT_CATEGORY } from 'virtual:facts';
import { type RefObject, useId, useRef, useState } from 'react';
import type { List } from '../../kit/index.ts';
import { Failed } from '../../kit/record-states.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecordActions } from '../../lib/list/record-actions.ts';
import { useRestoreRowFocus } from '../../lib/list/selection.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { Button, SkeletonRows, Spinner, Table, Td, THead, Th } from '../../ui/index.ts';
import { type TreeCategory, type TreeNode, useChilds } from './childs.ts';
import { closeCategory, openCategory, showMoreChilds, useExpandedPageCounts } from './expanded.ts';
import { formFields, rowFields } from './fields.ts';
import { MoveCategoryDialog } from './move-dialog.tsx';
import { type CategoryMoves, useCategoryMoves } from './moves.ts';
import { TreeRow } from './row.tsx';
import { useTreeKeys } from './tree-keys.ts';

/** Shared by all rows of the tree. */
export type TreeRowContext = {
  readonly list: List<TreeCategory>;
  readonly moves: CategoryMoves;
  readonly mayMove: boolean;
  readonly drop: ReturnType<typeof useRecordActions<TreeCategory>>['delete'];
  /** The only row that Tab reaches; null is the first row. */
  readonly active: Store<number | null>;
  /** The row that gets the focus after it was moved. */
  readonly kept: RefObject<number | null>;
  ask: (place: TreeNode) => void;
  /** All rendered rows by id. */
  readonly places: Map<number, TreeNode>;
};

/**
 * The tree of categories as a treegrid: closed categories are not loaded, and long levels load a hundred rows at a
 * time.
 */
export const Tree = ({ list }: { list: List<TreeCategory> }) => {
  const { t } = useTranslation(['category', 'fields', 'kit']);
  const keysId = useId();
  // a store instead of React state, so that an arrow key renders two rows and not a thousand
  const [active] = useState(() => createStore<number | null>(null));
  const [moving, setMoving] = useState<TreeNode | null>(null);
  const movedId = useRef<number | null>(null);
  const [places] = useState(() => new Map<number, TreeNode>());
  const { can } = useSession();
  const { delete: drop } = useRecordActions(api.category, (row: TreeCategory) => row.title);
  const moves = useCategoryMoves((id) => {
    movedId.current = id;
    active.set(id);
  });
  const keys = useTreeKeys({
    open: openCategory,
    close: closeCategory,
    move: (id, by) => {
      const place = places.get(id);
      if (place && mayMove && moves.busy === null) void moves[by](place);
    },
  });
  const mayMove = can(api.category.move);
  const parts: TreeRowContext = { list, moves, mayMove, drop, active, kept: movedId, ask: setMoving, places };

  const top = useChilds(ROOT_CATEGORY, useExpandedPageCounts().get(ROOT_CATEGORY) ?? 1);
  useRestoreRowFocus(list.place, top.siblings.rows.length > 0);

  if (top.failure && top.siblings.rows.length === 0)
    return <Failed failure={top.failure} retry={top.again} />;
  if (top.reading && top.siblings.rows.length === 0)
    return <SkeletonRows columns={4} label={t('kit:list.loading')} />;
  return (
    <>
      <Table
        role="treegrid"
        aria-label={t('category:tree.label')}
        aria-describedby={keysId}
        onKeyDown={keys}
        onFocus={(event) => {
          const id = Number(event.target.closest('tr')?.dataset.line);
          if (Number.isNaN(id)) return;
          active.set(id);
          if (movedId.current !== id) movedId.current = null;
        }}
        className="rounded-lg"
      >
        <THead>
          <tr>
            <Th>{t(rowFields.title.label)}</Th>
            <Th align="end" className="hidden md:table-cell">
              {t(rowFields.products.label)}
            </Th>
            <Th align="end" className="hidden md:table-cell">
              {t(rowFields.childs.label)}
            </Th>
            <Th className="hidden sm:table-cell">{t(formFields.status.label)}</Th>
            <Th className="w-20">
              <span className="sr-only">{t('kit:list.actions')}</span>
            </Th>
          </tr>
        </THead>
        <tbody>
          <TreeLevel above={null} level={1} read={top} parts={parts} />
        </tbody>
      </Table>
      <p id={keysId} className="hidden border-t border-line px-4 py-2 text-sm text-subtle md:block">
        {t('category:tree.keys')}
      </p>
      {moving ? <MoveCategoryDialog place={moving} moves={moves} onClose={() => setMoving(null)} /> : null}
    </>
  );
};

type LevelProps = { above: TreeNode | null; level: number; parts: TreeRowContext };

const TreeLevel = ({ above, level, read, parts }: LevelProps & { read: ReturnType<typeof useChilds> }) => {
  const { t } = useTranslation(['category', 'kit']);
  const { number } = useFormat();
  const pages = useExpandedPageCounts();
  const { siblings, reading, failure, again } = read;
  const left = siblings.total - siblings.rows.length;
  const name = above?.row.title ?? t('category:top');
  return (
    <>
      {siblings.rows.map((row, index) => {
        const place: TreeNode = { row, above, siblings, index };
        const open = row.childs_count > 0 && pages.has(row.id);
        return (
          <TreeRow key={row.id} place={place} level={level} open={open} parts={parts}>
            {open ? <ChildRows above={place} level={level + 1} parts={parts} /> : null}
          </TreeRow>
        );
      })}
      {reading || failure || left > 0 ? (
        <tr aria-level={level} tabIndex={-1}>
          <Td colSpan={5}>
            <span className="flex items-center gap-3" style={{ paddingInlineStart: `${level * 1.25}rem` }}>
              {failure ? (
                <>
                  <bdi className="text-danger-text">{failure.message}</bdi>
                  <Button data-open size="sm" onClick={again}>
                    {t('kit:gap.retry')}
                  </Button>
                </>
              ) : reading ? (
                <Spinner label={t('category:tree.loading', { name })} />
              ) : (
                <Button data-open size="sm" variant="ghost" onClick={() => showMoreChilds(siblings.parent)}>
                  {t('category:tree.more', { name, left: number(left) })}
                </Button>
              )}
            </span>
          </Td>
        </tr>
      ) : null}
    </>
  );
};

/** The rows below an open category; they load when it is opened. */
const ChildRows = ({ above, level, parts }: LevelProps & { above: TreeNode }) => {
  const read = useChilds(above.row.id, useExpandedPageCounts().get(above.row.id) ?? 1);
  return <TreeLevel above={above} level={level} read={read} parts={parts} />;
};
