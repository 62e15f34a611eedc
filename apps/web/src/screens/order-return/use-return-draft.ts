import { isSameCode } from '@dukkan/commerce';
import type { Approval } from '@dukkan/contract';
import { useRef, useState } from 'react';
import { useOpenPage } from '../../lib/follow.ts';
import { formatTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { useUnsavedChangesPrompt } from '../../lib/form/unsaved-changes.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { type ScanInTextBox, settleScan, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { showFailureToast, showSuccessToast } from '../../lib/server/toast.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { useTill } from '../../lib/till.ts';
import { useApprovalDialog } from '../../shared/approval-dialog.tsx';
import {
  addScannedUnit,
  buildReturnPreview,
  EMPTY_RETURN,
  getReturnableQuantity,
  isWithoutGoodsLeft,
  type ReturnableOrder,
  type ReturnDraft,
  type ReturnEntry,
} from './draft.ts';

type ReturnLines = ReturnableOrder['lines'];

/**
 * Manages what comes back of each line, entered or scanned.
 * @param onChange called before an entry changes
 */
function useReturnEntries(lines: ReturnLines, onChange: () => void) {
  const [entries, setEntries] = useState<ReturnDraft>(new Map());
  /** A scanned barcode that is not of this order. */
  const [foreign, setForeign] = useState<string | null>(null);
  const scanned = (barcode: string, boxed: ScanInTextBox | null = null) => {
    const isOfOrder = lines.some((line) => isSameCode(line.barcode, barcode));
    if (!settleScan(barcode, boxed, isOfOrder)) return;
    setForeign(isOfOrder ? null : barcode);
    if (!isOfOrder) return;
    onChange();
    // uses the latest entries, because the quantity box has just removed the scanned digits from them
    setEntries((now) => addScannedUnit(lines, now, barcode));
  };
  useScanAnywhere(scanned);
  return {
    entries,
    foreign,
    dismissForeign: () => setForeign(null),
    scanned,
    change: (id: number, part: Partial<ReturnEntry>) => {
      onChange();
      setEntries((now) => new Map(now).set(id, { ...(now.get(id) ?? EMPTY_RETURN), ...part }));
    },
    /** Enters all that can come back. */
    takeAll: () =>
      setEntries(
        new Map(
          lines.map((line) => [
            line.id,
            {
              ...(entries.get(line.id) ?? EMPTY_RETURN),
              text: formatTypedNumber(getReturnableQuantity(line)),
            },
          ]),
        ),
      ),
  };
}

/** Manages the return of an order: what comes back, what is refunded, and sending it. */
export function useReturnDraft(order: ReturnableOrder) {
  const { t } = useTranslation('order-return');
  const openPage = useOpenPage();
  const isSaved = useRef(false);
  const isWithoutGoods = isWithoutGoodsLeft(order);
  const [withDelivery, setWithDelivery] = useState(isWithoutGoods);
  const [withFee, setWithFee] = useState(isWithoutGoods);
  const [notes, setNotes] = useState('');
  const [tried, setTried] = useState(false);
  const approval = useApprovalDialog();
  const write = useWrite(api.orderReturn.make, {
    silent: true,
    onFailure: (refusal) => {
      if (!approval.take(refusal)) showFailureToast(refusal);
    },
    onSuccess: ({ id }) => {
      isSaved.current = true;
      showSuccessToast(t('created'), {
        description: t('named_of', { id, order: isolateBidi(`#${order.id}`) }),
      });
      openPage(paths.orderReturn(id), { replace: true });
    },
  });
  const lines = order.lines.filter((line) => getReturnableQuantity(line) > 0);
  const goods = useReturnEntries(lines, write.reset);
  const preview = buildReturnPreview(order, goods.entries, { withDelivery, withFee });
  const changes =
    [...goods.entries.values()].filter(({ text, damaged }) => text.trim() !== '' || damaged).length +
    (notes.trim() === '' ? 0 : 1);
  const leaving = useUnsavedChangesPrompt(() => changes > 0 && !isSaved.current, changes > 0, false);
  const ownTill = useTill();
  // a cash refund is paid from the drawer of this browser's till
  const till = ownTill?.branch_id === order.branch_id ? ownTill : null;
  const isNothing = preview.items.length === 0 && preview.delivery + preview.fee === 0;
  const submit = (word?: Approval) => {
    setTried(true);
    if (preview.wrong.size > 0 || isNothing) return;
    void write.submit(
      {
        order_id: order.id,
        items: preview.items.map(({ line, quantity, damaged }) => ({
          line_id: line.id,
          quantity,
          restock: damaged ? 0 : 1,
        })),
        ...(preview.delivery > 0 ? { refund_delivery: true } : {}),
        ...(preview.fee > 0 ? { refund_fee: true } : {}),
        ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
        ...(till ? { device_id: till.id } : {}),
        ...(word ? { approval: word } : {}),
      },
      null,
    );
  };
  return {
    ...goods,
    ...{ lines, preview, withDelivery, setWithDelivery, withFee, setWithFee, notes, setNotes, tried },
    ...{ approval, changes, leaving, till, isNothing, isWithoutGoods, submit },
    busy: write.busy,
    failure: write.failure,
  };
}

export type OrderReturnDraft = ReturnType<typeof useReturnDraft>;
