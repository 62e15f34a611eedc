import { Columns3 } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { type Columns, getColumnField, type ListColumn } from '../../lib/list/columns.ts';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import { Button, IconButton, OrderList, Popover } from '../../ui/index.ts';

type ColumnsMenuProps<R> = {
  columns: readonly ListColumn<R>[];
  visibleColumns: Columns;
  /** The button's label; it makes the menu available on phones too, for content that is not a table. */
  label?: string;
};

/** Shows, hides and reorders the columns of a table. */
export function ColumnsMenu<R>({ columns, visibleColumns, label }: ColumnsMenuProps<R>) {
  const { t } = useTranslation(['kit', 'fields']);
  const labels = new Map(
    columns.map((column) => [getColumnField(column).name, t(getColumnField(column).label)]),
  );
  // on a phone the rows are cards without columns
  if (useIsPhoneWidth() && !label) return null;
  return (
    <Popover
      align="end"
      label={label ?? t('kit:columns.label')}
      trigger={<IconButton variant="secondary" label={label ?? t('kit:columns.label')} icon={<Columns3 />} />}
    >
      <OrderList
        items={visibleColumns.order.map((id) => ({
          id,
          label: labels.get(id) ?? id,
          shown: visibleColumns.visible[id] === true,
        }))}
        onToggle={visibleColumns.toggle}
        onMove={visibleColumns.move}
        earlierLabel={({ label }) => t('kit:columns.earlier', { name: label })}
        laterLabel={({ label }) => t('kit:columns.later', { name: label })}
      />
      <Button variant="link" size="sm" className="mt-2" onClick={visibleColumns.reset}>
        {t('kit:columns.reset')}
      </Button>
    </Popover>
  );
}
