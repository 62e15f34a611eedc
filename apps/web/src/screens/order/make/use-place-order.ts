import type { Approval } from '@dukkan/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useOpenPage } from '../../../lib/follow.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import type { CallFailure } from '../../../lib/server/call.ts';
import type { ResultOf } from '../../../lib/server/endpoint.ts';
import { networkState, onNetworkChange } from '../../../lib/server/network-state.ts';
import { showFailureToast, showSuccessToast } from '../../../lib/server/toast.ts';
import { useWrite } from '../../../lib/server/use-read-write.ts';
import type { Till } from '../../../lib/till.ts';
import { JUST_PLACED } from '../detail/next-call.tsx';
import type { DraftLine, NewOrderInput } from './draft.ts';

/** An order that was sent: its request, its idempotency key, and the lines it was made of. */
type SentOrder = {
  readonly input: NewOrderInput;
  readonly key: string | undefined;
  readonly lines: readonly DraftLine[];
};

/** A sale at a till: the amount due, and the change for the received cash; null where no received cash was entered. */
export type TillSale = {
  readonly id: number;
  readonly due: number;
  readonly change: number | null;
  readonly currency: string;
};

function toTillSale({ id, due, currency, payments }: ResultOf<typeof api.order.make>): TillSale {
  const changes = payments.flatMap(({ change }) => change ?? []);
  const change = changes.length === 0 ? null : changes.reduce((all, one) => all + one, 0);
  return { id, due, change, currency };
}

type PlaceOrderOptions = {
  /** The till at which the order is sold, which goes on with the next sale; any other order is shown when placed. */
  readonly till: Till | null;
  /** Called after a refusal, which uses up the idempotency key. */
  readonly onRefused: () => void;
  /** Called with the lines of which the order was made. */
  readonly onPlaced: (lines: readonly DraftLine[]) => void;
};

/** True when a failure is about the manager's approval: it is wrong, or does not allow the discount. */
const isAboutApproval = ({ code, errors }: CallFailure): boolean =>
  code === 'permission.denied' || Object.keys(errors).some((name) => name.startsWith('approval'));

/** Sends an order; one without an answer is sent again, unchanged, until there is one. */
export function usePlaceOrder({ till, onRefused, onPlaced }: PlaceOrderOptions) {
  const { t } = useTranslation('order');
  const openPage = useOpenPage();
  /** A manager's approval of the discount; it applies to this order only. */
  const [approval, approve] = useState<Approval | null>(null);
  /** The last sale at the till, until the next one starts. */
  const [sold, setSold] = useState<TillSale | null>(null);
  const sent = useRef<SentOrder | null>(null);
  const write = useWrite(api.order.make, {
    // failures are shown on the fields, or above them
    form: true,
    onFailure: (failure) => {
      if (approval && isAboutApproval(failure)) {
        approve(null);
        showFailureToast(failure);
      }
      if (!failure.isOutcomeUnknown) onRefused();
    },
    onSuccess: (order) => {
      onPlaced(sent.current?.lines ?? []);
      if (till) return setSold(toTillSale(order));
      showSuccessToast(t('make.placed', { number: `#${order.id}` }), {
        action: { label: t('make.another'), onClick: () => openPage(paths.orderNew) },
      });
      openPage(paths.order(order.id), { replace: true, state: JUST_PLACED });
    },
  });
  const { submit, busy, failure, reset } = write;
  /** True when no answer arrived: the order may exist, so the same request is sent again. Rule: docs/rules/phone-orders.md#no-answer */
  const isUnanswered = failure?.network ?? false;
  const sendAgain = useCallback(() => {
    const { current } = sent;
    if (current) void submit(current.input, null, current.key);
  }, [submit]);
  useEffect(() => {
    if (!isUnanswered) return;
    const hear = () => {
      if (networkState() === 'ok') sendAgain();
    };
    // the connection may be back already
    hear();
    return onNetworkChange(hear);
  }, [isUnanswered, sendAgain]);
  const send = (order: SentOrder) => {
    // a second press while the order is under way sends nothing
    if (busy) return;
    sent.current = order;
    void submit(order.input, null, order.key);
  };
  return {
    approval,
    approve,
    send,
    sendAgain,
    busy,
    failure,
    reset,
    isUnanswered,
    sold,
    /** Starts the next sale at the till. */
    next: () => setSold(null),
  };
}
