import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { showCallFailure } from '../../lib/server/toast.ts';
import { usePastedTable } from '../../shared/pasted-table.ts';
import { type PastedPrice, readPastedPriceColumn, readPastedPrices } from './sheet-edits.ts';
import { type PriceSheet, toSheetEntry } from './use-sheet.ts';
import type { SheetView } from './use-sheet-view.ts';

/** The most prices in one save (PRICE_ITEMS_MAX of the contract); more need an import. */
const UNSAVED_MAX = 1_000;

type Lookup = Omit<InputOf<typeof api.priceList.lookup>, 'id'>;
export type SheetInputOptions = {
  readonly list_id: number | undefined;
  readonly sheet: PriceSheet;
  readonly shown: SheetView;
  readonly locked: boolean;
};

/** Takes what is scanned, searched or pasted into a price sheet. */
export function useSheetInput({ list_id, sheet, shown, locked }: SheetInputOptions) {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  const [pasting, setPasting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const [focus, setFocus] = useState<number | null>(null);
  /** What the last paste did, for screen readers. */
  const [announcement, setAnnouncement] = useState('');
  const lookUp = async (input: Lookup) =>
    (await callApi(api.priceList.lookup, { ...input, ...(list_id === undefined ? {} : { id: list_id }) }))
      .results;
  const sayPasted = (count: number) => setAnnouncement(t('paste.done', { count, shown: number(count) }));

  /** Looks up pasted codes, sets the prices of the items found, and reports unknown codes. */
  const addPasted = async (pasted: readonly PastedPrice[]) => {
    if (pasted.length === 0) return;
    const names = new Set(sheet.edits.items.map(({ item_id }) => item_id));
    if (pasted.length + names.size > UNSAVED_MAX) {
      setPasting(false);
      setAnnouncement(t('paste.too_many', { max: number(UNSAVED_MAX) }));
      return;
    }
    setBusy(true);
    try {
      const { codes } = await lookUp({ codes: pasted.map(({ code }) => code) });
      const matchedPrices = codes.flatMap(({ item }, at) => {
        const price = pasted[at]?.price;
        return item === null || price === undefined ? [] : [{ ...toSheetEntry(item), price }];
      });
      sheet.learn(matchedPrices);
      sheet.setPrices(matchedPrices);
      setUnknown(codes.flatMap(({ code, item }) => (item === null ? [code] : [])));
      sayPasted(matchedPrices.length);
      if (matchedPrices.length > 0) shown.show('unsaved');
    } catch (error) {
      showCallFailure(error);
    }
    setBusy(false);
    setPasting(false);
  };

  /** Goes to an item's row; an item that is not in the list is added without a price. */
  const open = async (input: Lookup, name: string) => {
    try {
      const { items, codes } = await lookUp(input);
      const item = items[0] ?? codes[0]?.item ?? null;
      if (item === null) {
        setUnknown([name]);
        return;
      }
      setUnknown([]);
      const row = toSheetEntry(item);
      sheet.learn([row]);
      const isInView =
        shown.view === 'all' &&
        shown.read.results &&
        shown.rows.some((one) => one.item.item_id === item.item_id);
      if (!isInView && row.stored === null) {
        if (!sheet.edits.items.some(({ item_id }) => item_id === item.item_id))
          sheet.setPrices([{ ...row, price: null }]);
        shown.show('unsaved');
      } else if (!isInView) {
        // a stored row is found by its code
        shown.find(item.barcode ?? item.product_title);
        shown.show('all');
      }
      setFocus(item.item_id);
    } catch (error) {
      showCallFailure(error);
    }
  };
  const scan = (code: string) => void open({ codes: [code] }, code);
  useScanAnywhere((code, boxed) => {
    if (locked) return boxed?.giveBack();
    boxed?.takeOut();
    scan(code);
  });

  /** Fills the prices of a pasted column downwards from the row it is pasted into. */
  const fillDown = (column: readonly (number | string)[], from: number) => {
    const changes = shown.rows
      .slice(from)
      .filter(({ isDeleted }) => !isDeleted)
      .flatMap(({ item, stored }, at) => {
        const price = column[at];
        return price === undefined ? [] : [{ item, stored, price }];
      });
    sheet.setPrices(changes);
    sayPasted(changes.length);
  };
  usePastedTable((text, target) => {
    const cell = target instanceof HTMLInputElement ? target.dataset.index : undefined;
    const column = readPastedPriceColumn(text);
    if (column === null || cell === undefined) void addPasted(readPastedPrices(text));
    else fillDown(column, Number(cell));
  }, !locked && !pasting);

  return {
    pasting,
    setPasting,
    busy,
    unknown,
    setUnknown,
    focus,
    setFocus,
    said: announcement,
    addPasted,
    open,
    scan,
  };
}

export type SheetInput = ReturnType<typeof useSheetInput>;
