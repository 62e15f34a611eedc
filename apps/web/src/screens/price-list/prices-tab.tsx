import { computeMarginPercent } from '@dukkan/commerce';
import { ScanBarcode } from 'lucide-react';
import { Failed } from '../../kit/record-states.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Card, EmptyState, Pagination, ProgressBar, SkeletonRows } from '../../ui/index.ts';
import { PastePrices, UnknownCodes } from './paste-prices.tsx';
import type { PriceSheetRow } from './sheet-edits.ts';
import { SheetTable } from './sheet-table.tsx';
import { SheetHints, SheetToolbar } from './sheet-toolbar.tsx';
import type { PriceSheet } from './use-sheet.ts';
import { useSheetInput } from './use-sheet-input.ts';
import { PAGE_ROWS, useSheetView } from './use-sheet-view.ts';

export type PricesTabProps = { list_id: number | undefined; sheet: PriceSheet; locked: boolean };

const isBelowCost = ({ item, price }: PriceSheetRow): boolean =>
  typeof price === 'number' &&
  item.cost !== undefined &&
  (computeMarginPercent(price, item.cost, item.tax) ?? 0) < 0;

/** The prices of a list as a sheet: one page of the stored prices, or all unsaved ones. */
export const PricesTab = ({ list_id, sheet, locked }: PricesTabProps) => {
  const { t } = useTranslation('price-list');
  const sheetView = useSheetView(list_id, sheet);
  const input = useSheetInput({ list_id, sheet, shown: sheetView, locked });
  const { view, read, rows, page, lastPage, total, keywords, unsaved } = sheetView;
  const isLoading = view === 'all' && list_id !== undefined && !read.results && !read.failure;
  return (
    <Card aria-label={t('tab.prices')}>
      <SheetToolbar list_id={list_id} sheet={sheet} shown={sheetView} input={input} locked={locked} />
      {locked ? null : <SheetHints unsaved={unsaved.length} below={unsaved.filter(isBelowCost).length} />}
      <UnknownCodes codes={input.unknown} onClose={() => input.setUnknown([])} />
      <div className="relative">
        <ProgressBar active={read.isFetching && read.results !== undefined} label={t('sheet.loading')} />
        {view === 'all' && read.failure && !read.results ? (
          <Failed failure={read.failure} retry={() => void read.refetch()} />
        ) : isLoading ? (
          <SkeletonRows rows={6} columns={5} label={t('sheet.loading')} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={<ScanBarcode />}
            title={t(
              view === 'unsaved' && list_id !== undefined
                ? 'sheet.none_unsaved'
                : keywords
                  ? 'sheet.none_found'
                  : 'sheet.empty',
            )}
            text={keywords && view === 'all' ? undefined : t('sheet.empty_text')}
          />
        ) : (
          <SheetTable
            rows={rows}
            sheet={sheet}
            locked={locked}
            onScan={input.scan}
            onEnd={() => page < lastPage && sheetView.goToPage(page + 1)}
            focus={input.focus}
            onFocused={() => input.setFocus(null)}
          />
        )}
      </div>
      {total > PAGE_ROWS ? (
        <div className="p-3">
          <SheetPages page={page} lastPage={lastPage} total={total} onPage={sheetView.goToPage} />
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {input.said}
      </p>
      {input.pasting ? (
        <PastePrices
          busy={input.busy}
          onAdd={(next) => void input.addPasted(next)}
          onClose={() => input.setPasting(false)}
        />
      ) : null}
    </Card>
  );
};

type SheetPagesProps = { page: number; lastPage: number; total: number; onPage: (page: number) => void };

const SheetPages = ({ page, lastPage, total, onPage }: SheetPagesProps) => {
  const { t } = useTranslation('kit');
  const { number } = useFormat();
  const from = (page - 1) * PAGE_ROWS + 1;
  const to = Math.min(total, page * PAGE_ROWS);
  const totalText = t('pager.exactly', { total: number(total) });
  return (
    <Pagination
      page={page}
      lastPage={lastPage}
      onPage={onPage}
      perPage={PAGE_ROWS}
      perPageOptions={[PAGE_ROWS]}
      onPerPage={() => undefined}
      summary={<bdi>{t('pager.summary', { from: number(from), to: number(to), total: totalText })}</bdi>}
      labels={{
        nav: t('pager.nav'),
        previous: t('pager.previous'),
        next: t('pager.next'),
        perPage: t('pager.per_page'),
        page: (one) => t('pager.page', { page: number(one) }),
        number,
      }}
    />
  );
};
