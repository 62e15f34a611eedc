import {
  ArrowDown,
  ArrowUp,
  CornerLeftUp,
  FolderInput,
  MoreHorizontal,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { Can, runRowAction } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { IconButton, Menu, MenuItem, MenuSeparator } from '../../ui/index.ts';
import type { TreeNode } from './childs.ts';
import type { TreeRowContext } from './tree.tsx';

export type RowActionsProps = { place: TreeNode; reach: 0 | -1; movable: boolean; parts: TreeRowContext };

/** The menu of a category in the tree, with all ways to move it. */
export const RowActions = ({ place, reach, movable, parts }: RowActionsProps) => {
  const { t } = useTranslation(['category', 'kit']);
  const { can } = useSession();
  const openPage = useOpenPage();
  const { row, above, index, siblings } = place;
  const { moves, drop, ask, list } = parts;
  const go = (to: string) => {
    list.keepPlace(row.id);
    openPage(to);
  };
  const below = withQuery(paths.categoryNew, { parent: row.id });
  return (
    <>
      <Can use={api.category.save}>
        <IconButton
          size="sm"
          tabIndex={reach}
          label={t('category:add_below_of', { name: row.title })}
          icon={<Plus />}
          className="max-sm:hidden"
          onClick={() => go(below)}
        />
      </Can>
      <Menu
        trigger={
          <IconButton
            size="sm"
            tabIndex={reach}
            label={t('kit:list.row_menu', { name: row.title })}
            icon={<MoreHorizontal />}
          />
        }
      >
        <MenuItem icon={<Pencil />} onSelect={() => go(paths.category(row.id))}>
          {t('category:open')}
        </MenuItem>
        {can(api.category.save) ? (
          <MenuItem icon={<Plus />} onSelect={() => go(below)}>
            {t('category:add_below')}
          </MenuItem>
        ) : null}
        {movable ? (
          <>
            <MenuSeparator />
            <MenuItem icon={<ArrowUp />} disabled={index === 0} onSelect={() => void moves.up(place)}>
              {t('category:move.up')}
            </MenuItem>
            <MenuItem
              icon={<ArrowDown />}
              disabled={index + 1 >= siblings.total}
              onSelect={() => void moves.down(place)}
            >
              {t('category:move.down')}
            </MenuItem>
            <MenuItem
              icon={<CornerLeftUp className="rtl:-scale-x-100" />}
              disabled={above === null}
              onSelect={() => void moves.out(place)}
            >
              {t('category:move.out')}
            </MenuItem>
            <MenuItem icon={<FolderInput />} onSelect={() => ask(place)}>
              {t('category:move.into')}
            </MenuItem>
          </>
        ) : null}
        {drop.applies(row) ? (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={() => void runRowAction(drop, row)}>
              {drop.label}
            </MenuItem>
          </>
        ) : null}
      </Menu>
    </>
  );
};
