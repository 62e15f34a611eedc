import { ArrowDownToLine, ClipboardPaste, FileUp, Undo2 } from 'lucide-react';
import { Can, Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { type FoundItem, ItemFinder } from '../../shared/item-finder.tsx';
import { ScanHint } from '../../shared/scan-hint.tsx';
import { Button, SearchInput, SegmentedControl } from '../../ui/index.ts';
import type { PriceSheet } from './use-sheet.ts';
import type { SheetInput } from './use-sheet-input.ts';
import type { SheetView } from './use-sheet-view.ts';

type SheetToolbarProps = {
  list_id: number | undefined;
  sheet: PriceSheet;
  shown: SheetView;
  input: SheetInput;
  locked: boolean;
};

/** What a price sheet shows, and what adds prices to it. */
export const SheetToolbar = ({ list_id, sheet, shown, input, locked }: SheetToolbarProps) => {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  const { view, unsaved } = shown;
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      {list_id === undefined ? null : (
        <SegmentedControl<typeof view>
          aria-label={t('sheet.view')}
          value={view}
          onChange={shown.show}
          options={[
            { value: 'all', label: t('sheet.all') },
            { value: 'unsaved', label: t('sheet.unsaved', { shown: number(unsaved.length) }) },
          ]}
        />
      )}
      {view === 'all' ? (
        <div className="w-56 max-md:w-full">
          <SearchInput
            value={shown.search}
            onChange={shown.find}
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
              onFound={(item: FoundItem) => void input.open({ items_ids: [item.item_id] }, item.title)}
            />
          </div>
          <Button icon={<ClipboardPaste />} loading={input.busy} onClick={() => input.setPasting(true)}>
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
  );
};

/** How prices are scanned and filled in, and how many are unsaved and below cost. */
export const SheetHints = ({ unsaved, below }: { unsaved: number; below: number }) => {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 pb-3 text-sm text-subtle">
      <ScanHint text={t('sheet.scan_hint')} />
      <span className="inline-flex items-center gap-1.5 max-md:hidden">
        <ArrowDownToLine aria-hidden="true" className="size-4" />
        {t('sheet.fill_hint')}
      </span>
      {unsaved > 0 ? (
        <span className={below > 0 ? 'font-medium text-danger-text' : 'text-ink'}>
          {t('sheet.changes', { count: unsaved, shown: isolateBidi(number(unsaved)) })}
          {below > 0 ? ` · ${t('sheet.below', { count: below, shown: isolateBidi(number(below)) })}` : ''}
        </span>
      ) : null}
    </p>
  );
};
