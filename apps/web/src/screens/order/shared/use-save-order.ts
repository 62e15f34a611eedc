import { CANCELED } from '@dukkan/commerce';
import { useEffect, useRef } from 'react';
import { useUndoToast } from '../../../kit/index.ts';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { type CallFailure, callApi } from '../../../lib/server/call.ts';
import type { InputOf, RowOf } from '../../../lib/server/endpoint.ts';
import { networkState, onNetworkChange } from '../../../lib/server/network-state.ts';
import { invalidateNouns } from '../../../lib/server/query-cache.ts';
import { showFailureToast, showSuccessToast } from '../../../lib/server/toast.ts';
import { useWrite } from '../../../lib/server/use-read-write.ts';
import { formatOrderNumber, type OrderDetails, type OrderRow } from './order-status.tsx';

export type NextStatus = OrderDetails['next'][number];
export type OrderChange = Omit<InputOf<typeof api.order.save>, 'id' | 'version'>;

export type SaveOptions = {
  onSaved?: ((order: RowOf<typeof api.order.save>) => void) | undefined;
  /**
   * Called when the server was not reached: a change sent with `insist` is repeated when the network is back, until it
   * is withdrawn.
   */
  onWaiting?: (() => void) | undefined;
  /** Returns true when the caller shows the refusal itself. */
  onRefused?: ((failure: CallFailure) => boolean) | undefined;
};

/** Returns whether another user changed the order first, so that it is loaded again. */
export const isVersionConflict = ({ code }: CallFailure): boolean =>
  code === 'order.status_changed' || code === 'record.stale';

/** The fields of an order that are needed before a save. */
export type SavedOrder = Pick<OrderRow, 'id' | 'version' | 'status_id' | 'status_value' | 'paid_amount'>;

/** Returns whether the server would undo this status change. Rule: docs/rules/order-changes.md#undo */
const isUndoableMove = (before: SavedOrder, saved: SavedOrder): boolean =>
  saved.status_value > before.status_value &&
  before.status_value !== CANCELED &&
  saved.paid_amount === before.paid_amount;

/**
 * Saves parts of an order with the version on the page and reports the result. After `insist`, a save that found no
 * network is repeated when the server is reachable again, with the same idempotency key, so that it counts once. It
 * repeats while `isWaiting`, until it is withdrawn or the component unmounts.
 */
export function useSaveOrder({ onSaved, onWaiting, onRefused }: SaveOptions = {}) {
  const { t } = useTranslation('order');
  const showUndoToast = useUndoToast();
  const waiting = useRef<(() => void) | null>(null);
  /** A change that may or may not have been saved, and the order's version that was sent with it. */
  const unanswered = useRef<{ readonly content: string; readonly version: number } | null>(null);
  const write = useWrite(api.order.save, {
    silent: true,
    onFailure: (failure) => {
      if (!failure.isOutcomeUnknown) unanswered.current = null;
      if (!failure.network) waiting.current = null;
      else if (waiting.current) onWaiting?.();
      if (isVersionConflict(failure)) invalidateNouns(['order']);
      if (onRefused?.(failure)) return;
      showFailureToast(failure);
    },
    onSuccess: (order) => {
      unanswered.current = null;
      waiting.current = null;
      onSaved?.(order);
    },
  });
  const save = async (before: SavedOrder, part: OrderChange, done: string) => {
    const { id } = before;
    const content = JSON.stringify([id, part]);
    // a repeat sends the same version even after a reload, so that it has the same key and money is not taken twice
    const version = unanswered.current?.content === content ? unanswered.current.version : before.version;
    unanswered.current = { content, version };
    const saved = await write.submit({ id, version, ...part });
    if (!saved) return saved;
    const text = t(`done.${done}`, {
      number: isolateBidi(formatOrderNumber({ id })),
      status: isolateBidi(saved.status_title),
    });
    if (isUndoableMove(before, saved)) {
      const { status_id } = before;
      const undo = async () => {
        const { results } = await callApi(api.order.save, {
          id,
          version: saved.version,
          status_id,
          undo: true,
        });
        onSaved?.(results);
      };
      showUndoToast(text, undo, api.order.save.invalidates);
    } else showSuccessToast(text);
    return saved;
  };
  const insist = (...saveArguments: Parameters<typeof save>) => {
    waiting.current = () => void insist(...saveArguments);
    return save(...saveArguments);
  };
  const withdraw = () => {
    waiting.current = null;
    write.reset();
  };
  const isWaiting = write.failure?.network ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const again = () => {
      if (networkState() === 'ok') waiting.current?.();
    };
    // another request may have reached the server in the meantime
    again();
    return onNetworkChange(again);
  }, [isWaiting]);
  return { ...write, save, insist, isWaiting, withdraw };
}
