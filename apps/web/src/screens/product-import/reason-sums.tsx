import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Card, CardBody, CardHeader } from '../../ui/index.ts';
import type { Import } from './import.ts';

type ReasonSum = Import['sums'][number];

/** The reasons with their own advice; all others have the advice of their kind. */
const MENDED = new Set([
  'row_barcode_repeated',
  'row_customer_disabled',
  'row_customer_nameless',
  'row_image_address',
  'row_image_missing',
  'row_name_repeated',
  'row_name_unsure',
  'row_number_foreign',
  'row_phone',
  'row_phone_missing',
  'row_phone_repeated',
  'row_phone_staff',
  'row_quantity_part',
  'row_quantity_uncoded',
  'row_title_missing',
  'row_total',
]);

/** Lists why rows were refused and what was left out of others, each reason once, with advice. */
export const ReasonSums = ({ row }: { row: Import }) => (
  <>
    <ReasonSumList sums={row.sums.filter(({ refused }) => refused)} kind="refused" />
    <ReasonSumList sums={row.sums.filter(({ refused }) => !refused)} kind="left" />
  </>
);

const ReasonSumList = ({ sums, kind }: { sums: readonly ReasonSum[]; kind: 'refused' | 'left' }) => {
  const { t } = useTranslation(['product-import', 'fields']);
  const { number } = useFormat();
  if (sums.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t(`sums.${kind}`)} />
      <CardBody>
        <ul className="divide-y divide-line">
          {sums
            .toSorted((a, b) => b.count - a.count)
            .map(({ code, field, column, message, count, row }) => {
              const short = code.replace('import.', '');
              return (
                <li key={`${code}.${field}`} className="flex flex-col gap-0.5 py-2 [overflow-wrap:anywhere]">
                  <p className="flex flex-wrap items-baseline gap-x-2">
                    <span className="font-medium tabular">
                      {t('sums.rows', { count, shown: number(count) })}
                    </span>
                    {column === null ? null : (
                      <Bdi dir="ltr" className="rounded-sm bg-sunken px-1.5 text-xs text-muted tabular">
                        {column}
                      </Bdi>
                    )}
                    {field === null ? null : (
                      <span className="text-sm text-subtle">
                        {t(`fields:${field}`, {
                          defaultValue: t(`fields:${field}.en`, { defaultValue: '' }),
                        })}
                      </span>
                    )}
                    <span className="text-sm text-subtle">{t('sums.first', { row: number(row) })}</span>
                  </p>
                  <p>{message}</p>
                  <p className="text-sm text-muted">{t(`mend.${MENDED.has(short) ? short : kind}`)}</p>
                </li>
              );
            })}
        </ul>
      </CardBody>
    </Card>
  );
};
