import { computeMarginPercent } from '@dukkan/commerce';
import { ArrowDownToLine, ClipboardPaste, FileUp, ScanBarcode, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Can, Link } from '../../kit/index.ts';
import { Failed } from '../../kit/record-states.tsx';
import { useDebounced } from '../../lib/debounced.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { CallFailure, callApi } from '../../lib/server/call.ts';
import { showFailureToast } from '../../lib/server/toast.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { type FoundItem, ItemFinder } from '../../shared/item-finder.tsx';
import { isPastedTable } from '../../shared/pasted-table.ts';
import {
  Button,
  Card,
  EmptyState,
  Pagination,
  ProgressBar,
  SearchInput,
  SegmentedControl,
  SkeletonRows,
} from '../../ui/index.ts';
import { PastePrices, UnknownCodes } from './paste-prices.tsx';
import { type PastedPrice, readPastedPriceColumn, readPastedPrices, type SheetRow } from './sheet-edits.ts';
import { SheetTable } from './sheet-table.tsx';
import { type PriceSheet, toSheetEntry } from './use-sheet.ts';

/** Rows on a page. */
const PAGE_ROWS = 50;
/** The most prices in one save (PRICE_ITEMS_MAX of the contract); more need an import. */
const UNSAVED_MAX = 1_000;

type View = 'all' | 'unsaved';
export type PricesTabProps = { list_id: number | undefined; sheet: PriceSheet; locked: boolean };

const isBelowCost = ({ item, price }: SheetRow): boolean =>
  typeof price === 'number' &&
  item.cost !== undefined &&
  (computeMarginPercent(price, item.cost, item.tax) ?? 0) < 0;

/** The prices of a list as a sheet: one page of the stored prices, or all unsaved ones. */
export const PricesTab = ({ list_id, sheet, locked }: PricesTabProps) => {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  const [view, setView] = useState<View>(list_id === undefined ? 'unsaved' : 'all');
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const keywords = useDebounced(search, 200);
  const [pasting, setPasting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const [focus, setFocus] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const read = useRead(
    api.priceList.show,
    { id: list_id ?? 0, items_page: page, limit: PAGE_ROWS, ...(keywords ? { keywords } : {}) },
    { enabled: list_id !== undefined },
  );
  const { results } = read;
  const { learn } = sheet;
  const take = useEffectEvent(() => {
    if (!results) return;
    learn(
      results.items.map(({ id, price, status, change: _, margin: __, ...item }) => ({
        item,
        stored: { id, price, status },
      })),
    );
  });
  useEffect(() => {
    if (results) take();
  }, [results]);

  const unsaved = sheet.unsaved();
  const rows =
    view === 'all'
      ? (results?.items ?? []).flatMap(({ item_id }) => sheet.rowOf(item_id) ?? [])
      : unsaved.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const total = view === 'all' ? (results?.items_meta.total ?? 0) : unsaved.length;
  const lastPage = Math.max(1, Math.ceil(total / PAGE_ROWS));
  const go = (next: View) => {
    setView(next);
    setPage(1);
  };
  useEffect(() => {
    if (page > lastPage && (view === 'unsaved' || results)) setPage(lastPage);
  }, [page, lastPage, view, results]);

  /** Looks up pasted codes, sets the prices of the items found, and reports unknown codes. */
  const addPasted = async (pasted: readonly PastedPrice[]) => {
    if (pasted.length === 0) return;
    const names = new Set(sheet.edits.items.map(({ item_id }) => item_id));
    if (pasted.length + names.size > UNSAVED_MAX) {
      setPasting(false);
      setSaid(t('paste.too_many', { max: number(UNSAVED_MAX) }));
      return;
    }
    setBusy(true);
    try {
      const { results } = await callApi(api.priceList.lookup, {
        codes: pasted.map(({ code }) => code),
        ...(list_id === undefined ? {} : { id: list_id }),
      });
      const found = results.codes.flatMap(({ item }, at) => {
        const price = pasted[at]?.price;
        return item === null || price === undefined ? [] : [{ ...toSheetEntry(item), price }];
      });
      learn(found);
      sheet.setPrices(found);
      setUnknown(results.codes.flatMap(({ code, item }) => (item === null ? [code] : [])));
      setSaid(t('paste.done', { count: found.length, shown: number(found.length) }));
      if (found.length > 0) go('unsaved');
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      showFailureToast(error);
    }
    setBusy(false);
    setPasting(false);
  };

  /** Goes to an item's row; an item that is not in the list is added without a price. */
  const open = async (input: { codes: string[] } | { items_ids: number[] }, name: string) => {
    try {
      const { results } = await callApi(api.priceList.lookup, {
        ...input,
        ...(list_id === undefined ? {} : { id: list_id }),
      });
      const item = results.items[0] ?? results.codes[0]?.item ?? null;
      if (item === null) {
        setUnknown([name]);
        return;
      }
      setUnknown([]);
      const row = toSheetEntry(item);
      learn([row]);
      const isInView = view === 'all' && results && rows.some((one) => one.item.item_id === item.item_id);
      if (!isInView) {
        // goes to the row even if it is unsaved; a stored row is found by its code
        if (row.stored === null && !sheet.edits.items.some(({ item_id }) => item_id === item.item_id))
          sheet.setPrices([{ ...row, price: null }]);
        if (row.stored === null) go('unsaved');
        else {
          setSearch(item.barcode ?? item.product_title);
          go('all');
        }
      }
      setFocus(item.item_id);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      showFailureToast(error);
    }
  };
  useScanAnywhere((code, boxed) => {
    if (locked) return boxed?.giveBack();
    boxed?.takeOut();
    void open({ codes: [code] }, code);
  });

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (locked || pasting || event.target instanceof HTMLTextAreaElement || !isPastedTable(text)) return;
    event.preventDefault();
    const cell = event.target instanceof HTMLInputElement ? event.target.dataset.index : undefined;
    const column = readPastedPriceColumn(text);
    if (column === null || cell === undefined) {
      void addPasted(readPastedPrices(text));
      return;
    }
    // a single column is filled downwards from the cell it is pasted into
    const changes = rows
      .slice(Number(cell))
      .filter(({ isDeleted }) => !isDeleted)
      .flatMap(({ item, stored }, at) => {
        const price = column[at];
        return price === undefined ? [] : [{ item, stored, price }];
      });
    sheet.setPrices(changes);
    setSaid(t('paste.done', { count: changes.length, shown: number(changes.length) }));
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener('paste', hear);
    return () => window.removeEventListener('paste', hear);
  }, []);

  const below = unsaved.filter(isBelowCost).length;
  const isLoading = view === 'all' && list_id !== undefined && !results && !read.failure;
  return (
    <Card aria-label={t('tab.prices')}>
      <div className="flex flex-wrap items-center gap-2 p-3">
        {list_id === undefined ? null : (
          <SegmentedControl<View>
            aria-label={t('sheet.view')}
            value={view}
            onChange={go}
            options={[
              { value: 'all', label: t('sheet.all') },
              { value: 'unsaved', label: t('sheet.unsaved', { shown: number(unsaved.length) }) },
            ]}
          />
        )}
        {view === 'all' ? (
          <div className="w-56 max-md:w-full">
            <SearchInput
              value={search}
              onChange={(next: string) => {
                setSearch(next);
                setPage(1);
              }}
              label={t('sheet.search')}
              clearLabel={t('sheet.search_clear')}
            />
          </div>
        ) : null}
        {locked ? null : (
          <>
            <div className="w-64 max-md:w-full">
              <ItemFinder
                label={t('sheet.add')}
                onFound={(item: FoundItem) => void open({ items_ids: [item.item_id] }, item.title)}
              />
            </div>
            <Button icon={<ClipboardPaste />} loading={busy} onClick={() => setPasting(true)}>
              {t('paste.title')}
            </Button>
            {list_id === undefined ? null : (
              <Can use={api.productImport.start}>
                <Button asChild icon={<FileUp />}>
                  <Link to={withQuery(paths.productImportNew, { kind: 'price', list: list_id })}>
                    {t('sheet.import')}
                  </Link>
                </Button>
              </Can>
            )}
            <Button icon={<Undo2 />} disabled={sheet.undoable === 0} onClick={sheet.undo}>
              {t('sheet.undo')}
            </Button>
          </>
        )}
      </div>
      {locked ? null : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 pb-3 text-sm text-subtle">
          <span className="inline-flex items-center gap-1.5">
            <ScanBarcode aria-hidden="true" className="size-4" />
            {t('sheet.scan_hint')}
          </span>
          <span className="inline-flex items-center gap-1.5 max-md:hidden">
            <ArrowDownToLine aria-hidden="true" className="size-4" />
            {t('sheet.fill_hint')}
          </span>
          {unsaved.length > 0 ? (
            <span className={below > 0 ? 'font-medium text-danger-text' : 'text-ink'}>
              {t('sheet.changes', { count: unsaved.length, shown: isolateBidi(number(unsaved.length)) })}
              {below > 0 ? ` · ${t('sheet.below', { count: below, shown: isolateBidi(number(below)) })}` : ''}
            </span>
          ) : null}
        </p>
      )}
      <UnknownCodes codes={unknown} onClose={() => setUnknown([])} />
      <div className="relative">
        <ProgressBar active={read.isFetching && results !== undefined} label={t('sheet.loading')} />
        {view === 'all' && read.failure && !results ? (
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
            onScan={(code) => void open({ codes: [code] }, code)}
            onEnd={() => page < lastPage && setPage(page + 1)}
            focus={focus}
            onFocused={() => setFocus(null)}
          />
        )}
      </div>
      {total > PAGE_ROWS ? (
        <div className="p-3">
          <SheetPages page={page} lastPage={lastPage} total={total} onPage={setPage} />
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {said}
      </p>
      {pasting ? (
        <PastePrices busy={busy} onAdd={(next) => void addPasted(next)} onClose={() => setPasting(false)} />
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
  const shown = t('pager.exactly', { total: number(total) });
  return (
    <Pagination
      page={page}
      lastPage={lastPage}
      onPage={onPage}
      perPage={PAGE_ROWS}
      perPageOptions={[PAGE_ROWS]}
      onPerPage={() => undefined}
      summary={<bdi>{t('pager.summary', { from: number(from), to: number(to), total: shown })}</bdi>}
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
