import { useEffect, useRef } from 'react';
import { api } from '../../lib/api.ts';
import type { CallFailure } from '../../lib/call.ts';
import type { InputOf, RowOf } from '../../lib/endpoint.ts';
import { isolate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { networkState, onNetworkChange } from '../../lib/network.ts';
import { invalidateNouns } from '../../lib/query.ts';
import { useWrite } from '../../lib/read.ts';
import { toastFailure, toastSuccess } from '../../lib/toast.ts';
import { numberOf, type Order, type Row } from './status.tsx';

export type Next = Order['next'][number];
export type Saving = Omit<InputOf<typeof api.order.save>, 'id' | 'version'>;

export type SaveOptions = {
  onSaved?: ((order: RowOf<typeof api.order.save>) => void) | undefined;
  /** True: the caller says the refusal itself. */
  onRefused?: ((failure: CallFailure) => boolean) | undefined;
};

/** True where somebody else was faster: what is shown is read again. */
export const isOvertaken = ({ code }: CallFailure): boolean =>
  code === 'order.status_changed' || code === 'record.stale';

/**
 * Saves parts of one order under the version that is in view; says what was done. `insist` says the last one again as soon
 * as the server is reached: under the key of the first try, so that it counts once (promise P3).
 */
export function useSave({ onSaved, onRefused }: SaveOptions = {}) {
  const { t } = useTranslation('order');
  const write = useWrite(api.order.save, {
    silent: true,
    onFailure: (failure) => {
      if (isOvertaken(failure)) invalidateNouns(['order']);
      if (onRefused?.(failure)) return;
      toastFailure(failure);
    },
    onSuccess: (order) => onSaved?.(order),
  });
  const save = async ({ id, version }: Pick<Row, 'id' | 'version'>, part: Saving, done: string) => {
    const saved = await write.submit({ id, version, ...part });
    if (saved)
      toastSuccess(
        t(`done.${done}`, { number: isolate(numberOf({ id })), status: isolate(saved.status_title) }),
      );
    return saved;
  };
  const lost = useRef<(() => void) | null>(null);
  const insist = async (...said: Parameters<typeof save>) => {
    lost.current = null;
    const saved = await save(...said);
    if (!saved) lost.current = () => void insist(...said);
    return saved;
  };
  const isLost = write.failure?.network ?? false;
  useEffect(() => {
    if (!isLost) return;
    return onNetworkChange(() => {
      if (networkState() === 'ok') lost.current?.();
    });
  }, [isLost]);
  return { ...write, save, insist };
}
