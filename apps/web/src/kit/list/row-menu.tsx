import type { ReactNode } from 'react';
import { isolateToken } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { BulkAction } from '../../lib/list/bulk-actions.ts';
import { runRowAction } from '../../lib/list/record-actions.ts';
import { Glyph, IconButton, Menu, MenuItem } from '../../ui/index.ts';
import { useHasEntries } from './has-entries.ts';

export type RowMenuProps<R> = {
  row: R;
  name: string;
  actions: readonly BulkAction<R>[];
  children?: ReactNode;
};

/** The menu of a row: the screen's own entries (children), then the actions that apply. Without any there is no button. */
export function RowMenu<R>({ row, name, actions, children }: RowMenuProps<R>) {
  const { t } = useTranslation('kit');
  const hasEntries = useHasEntries();
  const fitting = actions.filter((action) => action.applies(row));
  if (fitting.length === 0 && !hasEntries(children)) return null;
  return (
    <Menu
      trigger={
        <IconButton
          size="sm"
          label={t('list.row_menu', { name: isolateToken(name) })}
          icon={<Glyph name="dots" />}
        />
      }
    >
      {children}
      {fitting.map((action) => (
        <MenuItem key={action.key} danger={action.danger} onSelect={() => void runRowAction(action, row)}>
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
