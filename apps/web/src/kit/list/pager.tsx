import { PAGE_SIZES } from 'virtual:facts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import { Pagination } from '../../ui/index.ts';
import type { List } from './use-list.ts';

/** The range of visible rows, the page buttons and the page size. */
export function Pager<R extends HasId>({ list }: { list: List<R> }) {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  const { meta, query } = list;
  if (!meta || list.state !== 'ready' || meta.total === 0) return null;
  const total = t(meta.estimated ? 'pager.about' : 'pager.exactly', { total: number(meta.total) });
  return (
    <div className="mt-3">
      <Pagination
        page={query.page}
        lastPage={meta.last_page}
        onPage={(page) => list.set({ page })}
        perPage={query.limit}
        perPageOptions={PAGE_SIZES}
        onPerPage={(limit) => list.set({ limit })}
        summary={<bdi>{t('pager.summary', { from: number(meta.from), to: number(meta.to), total })}</bdi>}
        labels={{
          nav: t('pager.nav'),
          previous: t('pager.previous'),
          next: t('pager.next'),
          perPage: t('pager.per_page'),
          page: (page) => t('pager.page', { page: number(page) }),
          number,
        }}
      />
    </div>
  );
}
