import { getRowTitle } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { toggleRow, useSelectionSummary } from '../../lib/list/selection.ts';
import { Checkbox } from '../../ui/index.ts';
import type { List } from './use-list.ts';

type RowTickProps<R extends HasId> = { list: List<R>; row: R; picked: boolean };

/** Selects a row. */
export function RowCheckbox<R extends HasId>({ list, row, picked }: RowTickProps<R>) {
  const { t } = useTranslation('kit');
  return (
    <Checkbox
      checked={picked}
      onChange={() => toggleRow(list, row)}
      aria-label={t('list.select_row', { name: getRowTitle(row) })}
    />
  );
}

/** Selects or deselects all rows of the page. */
export function PageCheckbox<R extends HasId>({ list }: { list: List<R> }) {
  const { t } = useTranslation('kit');
  const { page, togglePage } = useSelectionSummary(list);
  return <Checkbox checked={page} onChange={togglePage} aria-label={t('list.select_page')} />;
}
