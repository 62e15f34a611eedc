import { PAGE_SIZES } from 'virtual:facts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Card, CardBody, CardHeader, ConfirmDialog, IconButton, Pagination } from '../../ui/index.ts';

const SHORTEST = PAGE_SIZES[0];

type Item = RowOf<typeof api.supplier.items>;

const getName = ({ supplier_code, supplier_title }: Item): string =>
  isolateBidi(supplier_title || supplier_code);

/** The items to which this supplier's numbers and names are assigned; each assignment can be removed. */
export const AssignedItems = ({ supplier_id }: { supplier_id: number }) => {
  const { t } = useTranslation(['supplier', 'kit']);
  const { number } = useFormat();
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState<number>(SHORTEST);
  const [removing, setRemoving] = useState<Item | null>(null);
  const { results, meta } = useRead(api.supplier.items, { supplier_id, page, limit });
  const remove = useWrite(api.supplier.removeItem);
  if (!results || !meta) return null;
  const run = async ({ id }: Item) => {
    if (await remove.submit({ id })) setRemoving(null);
  };
  return (
    <Card>
      <CardHeader title={t('supplier:items.title')} />
      <CardBody>
        <p className="text-sm text-muted">
          {t(meta.total === 0 ? 'supplier:items.empty' : 'supplier:items.text')}
        </p>
        <ul className="flex flex-col divide-y divide-line">
          {results.map((item) => (
            <li key={item.id} className="flex items-center gap-2 py-2">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="flex flex-wrap gap-x-2">
                  {item.supplier_code === '' ? null : (
                    <Bdi dir="ltr" className="tabular">
                      {item.supplier_code}
                    </Bdi>
                  )}
                  <bdi>{item.supplier_title}</bdi>
                </span>
                <bdi className="block text-sm text-subtle">{item.title}</bdi>
              </span>
              {item.actions.includes('delete') ? (
                <IconButton
                  size="sm"
                  label={t('supplier:items.remove_named', { name: getName(item) })}
                  icon={<Trash2 />}
                  onClick={() => setRemoving(item)}
                />
              ) : null}
            </li>
          ))}
        </ul>
        {meta.total > SHORTEST ? (
          <Pagination
            page={page}
            lastPage={meta.last_page}
            onPage={setPage}
            perPage={limit}
            perPageOptions={PAGE_SIZES}
            onPerPage={(size) => {
              setLimit(size);
              setPage(1);
            }}
            summary={
              <bdi>
                {t('kit:pager.summary', {
                  from: number(meta.from),
                  to: number(meta.to),
                  total: number(meta.total),
                })}
              </bdi>
            }
            labels={{
              nav: t('kit:pager.nav'),
              previous: t('kit:pager.previous'),
              next: t('kit:pager.next'),
              perPage: t('kit:pager.per_page'),
              page: (one) => t('kit:pager.page', { page: number(one) }),
              number,
            }}
          />
        ) : null}
      </CardBody>
      {removing === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setRemoving(null)}
          title={t('supplier:items.ask', { name: getName(removing) })}
          text={t('supplier:items.then')}
          confirmLabel={t('supplier:items.remove')}
          cancelLabel={t('kit:cancel')}
          danger
          loading={remove.busy}
          onConfirm={() => void run(removing)}
        />
      )}
    </Card>
  );
};
