import { PackagePlus } from 'lucide-react';
import { Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { useSession } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Button } from '../../ui/index.ts';
import type { Import } from './import.ts';

/** Says how many units a number is, in a text with `count` and `shown`; quantities of goods by weight have parts. */
const useUnitCount = () => {
  const { number } = useFormat();
  return (units: number) => ({ count: Math.ceil(units), shown: number(units) });
};

type AheadProps = { row: Import; toColumns: string | undefined; onImportChange: (row: Import) => void };

/** Says at the check what happens to the quantities of the file, and offers to add those that are not added. */
export const QuantitiesAhead = ({ row, toColumns, onImportChange }: AheadProps) => {
  const { t } = useTranslation('product-import');
  const toCount = useUnitCount();
  const left = row.file_units - row.arriving_units;
  return (
    <>
      {row.arriving > 0 ? (
        <Banner tone="info">
          {t('arrival.ahead', {
            ...toCount(row.arriving_units),
            branch: isolateBidi(row.branch_name ?? ''),
          })}
        </Banner>
      ) : null}
      {left > 0 ? (
        <Banner
          tone="warning"
          actions={
            row.receive ? null : <AddThem row={row} toColumns={toColumns} onImportChange={onImportChange} />
          }
        >
          {t('arrival.left', toCount(left))}
        </Banner>
      ) : null}
    </>
  );
};

/** Checks the file again with its quantities; without a known branch it leads to the columns, where one is chosen. */
const AddThem = ({ row, toColumns, onImportChange }: AheadProps) => {
  const { t } = useTranslation('product-import');
  const { can } = useSession();
  const shell = useBranch();
  const only = useOnlyBranch();
  const branch_id = row.branch_id ?? shell ?? only;
  const check = useWrite(api.productImport.start, { onSuccess: onImportChange });
  if (!can(api.receipt.save) || !toColumns) return null;
  if (branch_id === null)
    return (
      <Button asChild size="sm" icon={<PackagePlus />}>
        <Link to={toColumns}>{t('arrival.add')}</Link>
      </Button>
    );
  return (
    <Button
      size="sm"
      icon={<PackagePlus />}
      loading={check.busy}
      onClick={() => void check.submit({ id: row.id, receive: true, branch_id, dry_run: true })}
    >
      {t('arrival.add')}
    </Button>
  );
};

/** Says at the end how many units of the file were added to the stock, and how many were not. */
export const QuantitiesResult = ({ row }: { row: Import }) => {
  const { t } = useTranslation('product-import');
  const toCount = useUnitCount();
  const left = row.file_units - row.received_units;
  if (row.file_units === 0) return null;
  return (
    <Banner tone={left > 0 ? 'warning' : 'info'}>
      {[
        row.received_units > 0
          ? t('arrival.added', {
              ...toCount(row.received_units),
              branch: isolateBidi(row.branch_name ?? ''),
            })
          : '',
        left > 0 ? t('arrival.not_added', toCount(left)) : '',
      ]
        .filter(Boolean)
        .join(' ')}
    </Banner>
  );
};
