import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Import } from './import.ts';

type UndoneImport = Pick<Import, 'kind' | 'file_name' | 'created' | 'updated'> &
  Partial<Pick<Import, 'category_titles' | 'receipts_ids'>>;

/** Returns the question before an import is undone: its consequences and its buttons. */
export function useUndoQuestion(row: UndoneImport) {
  const { t } = useTranslation(['product-import', 'kit']);
  const { number } = useFormat();
  const keyPrefix = row.kind === 'customer' ? 'customers_' : '';
  return {
    title: t('undo.title', { name: isolateBidi(row.file_name) }),
    text: [
      row.created ? t(`undo.${keyPrefix}created`, { count: row.created, shown: number(row.created) }) : '',
      row.updated ? t(`undo.${keyPrefix}updated`, { count: row.updated, shown: number(row.updated) }) : '',
      row.category_titles?.length ? t('undo.category_titles') : '',
      row.receipts_ids?.length ? t('undo.receipts') : '',
      t('undo.kept'),
    ]
      .filter(Boolean)
      .join(' '),
    yes: t('undo.yes'),
    no: t('kit:cancel'),
  };
}
