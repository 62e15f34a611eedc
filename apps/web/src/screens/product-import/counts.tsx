import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { StatusDot } from '../../ui/index.ts';
import { resultLook } from './fields.ts';
import type { Import } from './import.ts';

const NAMES = ['created', 'updated', 'unchanged', 'refused'] as const;

/** How many rows became what; `ahead` words it as what would become of them. */
export const Counts = ({ row, ahead }: { row: Import; ahead: boolean }) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {NAMES.map((name) => (
        <div key={name} className="rounded-lg border border-line bg-surface px-3.5 py-2.5">
          <dt className="text-sm text-muted">
            <StatusDot variant={resultLook[name]}>{t(`${ahead ? 'would' : 'count'}.${name}`)}</StatusDot>
          </dt>
          <dd className="mt-0.5 text-xl font-semibold tabular">
            <bdi>{number(row[name])}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};
