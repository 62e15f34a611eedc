import { RECEIPT_SHEET_FIELDS } from 'virtual:facts';
import { useTranslation } from '../../lib/i18n.ts';
import { getCellLabel } from './line-row.tsx';
import type { ListField, SupplierSheet } from './sheet-lines.ts';

const LABELS: Readonly<Record<ListField, string>> = {
  barcode: 'fields:barcode',
  title: 'fields:item_id',
  quantity: getCellLabel('quantity'),
  cost_value_before_discount: getCellLabel('before'),
  discount: getCellLabel('off'),
  cost_value: getCellLabel('cost'),
  expire_date: getCellLabel('expire'),
};

type ListColumnsProps = {
  list: SupplierSheet;
  busy: boolean;
  /** Called with the field of a column; null ignores the column. */
  onChoose: (field: ListField | null, key: string) => void;
};

/** The columns of a supplier's list with their first values; each has its recognized field as the heading. */
export const ListColumns = ({ list, busy, onChoose }: ListColumnsProps) => {
  const { t } = useTranslation(['receipt', 'fields']);
  const fieldOf = (key: string): ListField | null =>
    RECEIPT_SHEET_FIELDS.find((field) => list.mapping[field] === key) ?? null;
  const deepest = Math.max(0, ...list.columns.map(({ samples }) => samples.length));
  return (
    <section
      aria-label={t('receipt:paste.preview')}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full text-sm">
        <thead className="bg-sunken">
          <tr>
            {list.columns.map(({ key, header }) => (
              <th key={key} scope="col" className="p-1.5 text-start align-top font-normal">
                <select
                  aria-label={t('receipt:paste.column', { number: key })}
                  value={fieldOf(key) ?? ''}
                  disabled={busy}
                  onChange={(event) => onChoose((event.target.value || null) as ListField | null, key)}
                  className="control h-control-sm w-full min-w-28 rounded-md border border-line-strong bg-surface px-1.5"
                >
                  <option value="">{t('receipt:paste.left')}</option>
                  {RECEIPT_SHEET_FIELDS.map((field) => (
                    <option key={field} value={field}>
                      {t(LABELS[field])}
                    </option>
                  ))}
                </select>
                <span className="mt-1 flex gap-1.5 px-1 text-subtle">
                  <bdi>{key}</bdi>
                  {header === null ? null : <bdi className="max-w-40 truncate">{header}</bdi>}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: deepest }, (_, at) => (
            <tr key={`row-${at.toString()}`} className="border-t border-line">
              {list.columns.map(({ key, samples }) => (
                <SampleCell key={key} text={samples[at]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** A cell of the supplier's file, truncated at the end of its own reading direction. */
export const SampleCell = ({ text }: { text: string | undefined }) => (
  <td className="max-w-48 px-2.5 py-1.5">
    <span className="flex">
      <span dir="auto" className="min-w-0 truncate">
        {text}
      </span>
    </span>
  </td>
);
