import { ArrowRight } from 'lucide-react';
import { useCurrency } from '../../lib/currency.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { ImportRow } from './import.ts';

type Change = ImportRow['changes'][number];

const NoValue = () => <span className="text-subtle">–</span>;

/** The changes that a row makes to a product: the new value, and the old one if there was any. */
export const RowChanges = ({ row }: { row: ImportRow }) => {
  const { t } = useTranslation(['product-import', 'fields']);
  if (row.changes.length === 0) return <NoValue />;
  const isNew = row.result === 'created';
  // an undo has reversed the change
  const undone = row.result === 'undone';
  const shown = undone
    ? row.changes.map(({ field, from, to }) => ({ field, from: to, to: from }))
    : row.changes;
  return (
    <dl className="flex max-w-160 flex-col gap-0.5 py-1 whitespace-normal">
      {shown.map((change) => (
        <div key={change.field} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-sm text-subtle">
            {t(`fields:${change.field}`, { defaultValue: change.field })}
          </dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 [overflow-wrap:anywhere]">
            {isNew ? <ChangedValue of={change} side="to" /> : <FromTo change={change} />}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const FromTo = ({ change }: { change: Change }) => {
  const { t } = useTranslation('product-import');
  const added = (
    <ins className="rounded-sm bg-success-soft px-1 text-success-text no-underline">
      <ChangedValue of={change} side="to" />
    </ins>
  );
  if (change.from === null || change.from === '') return added;
  return (
    <>
      <span className="sr-only">{t('rows.from')} </span>
      <del className="text-muted">
        <ChangedValue of={change} side="from" />
      </del>
      <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-subtle rtl:-scale-x-100" />
      <span className="sr-only"> {t('rows.to')} </span>
      {added}
    </>
  );
};

/** The fields whose numbers are amounts of money. */
const AMOUNTS = new Set(['price', 'compare_at', 'cost']);

const ChangedValue = ({ of, side }: { of: Change; side: 'from' | 'to' }) => {
  const { t } = useTranslation(['product-import', 'kit']);
  const { number, money } = useFormat();
  const currency = useCurrency();
  const value = of[side];
  if (value === null || value === '') return <span>{t('product-import:rows.nothing')}</span>;
  if (of.field === 'status' && (value === 0 || value === 1))
    return t(value === 1 ? 'kit:status.active' : 'kit:status.disabled');
  if (AMOUNTS.has(of.field) && typeof value === 'number' && currency)
    return <bdi className="whitespace-nowrap">{money(value, currency)}</bdi>;
  if (typeof value === 'number') return <bdi className="tabular">{number(value)}</bdi>;
  return <bdi>{value}</bdi>;
};

/** Lists why a row was refused or left unchanged by an undo: the column, and what is wrong there. */
export const RowReasons = ({ reasons }: { reasons: ImportRow['reasons'] }) => {
  const { t } = useTranslation('fields');
  return (
    <ul className="flex max-w-160 flex-col gap-0.5 py-1 whitespace-normal">
      {reasons.map(({ field, column, code, message }) => (
        <li key={`${code}.${field}`} className="flex flex-wrap items-baseline gap-x-2">
          {column === null ? null : (
            <Bdi dir="ltr" className="rounded-sm bg-sunken px-1.5 text-xs text-muted tabular">
              {column}
            </Bdi>
          )}
          {field === null ? null : (
            <span className="text-sm text-subtle">{t(field, { defaultValue: field })}</span>
          )}
          {/* in the page's direction, even when it begins with a value of the file */}
          <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
        </li>
      ))}
    </ul>
  );
};
