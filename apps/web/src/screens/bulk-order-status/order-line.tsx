import { CircleCheck, CircleX, Minus, X } from 'lucide-react';
import { Link } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Badge, cx, IconButton } from '../../ui/index.ts';
import type { StatusMoveResult } from './use-run.ts';
import type { BulkOrder, StatusCheck, TargetStatus } from './verdict.ts';

export type BulkOrderEntry = {
  readonly id: number;
  /** Undefined while the order loads; null when it cannot be read. */
  readonly order: BulkOrder | null | undefined;
  readonly verdict: StatusCheck | null;
  readonly outcome: StatusMoveResult | undefined;
};

type OrderLineProps = {
  of: BulkOrderEntry;
  status: TargetStatus | null;
  busy: boolean;
  onRemove: () => void;
};

/** A selected order: its status, and the expected or actual result of the change. */
export const OrderLine = ({ of, status, busy, onRemove }: OrderLineProps) => {
  const { t } = useTranslation('order-status');
  const { money } = useFormat();
  const { order } = of;
  const number = `#${of.id}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link to={paths.order(of.id)} className="hit font-medium hover:underline">
            <bdi dir="ltr">{number}</bdi>
          </Link>
          {order ? (
            <Badge variant={order.status_variant}>
              <bdi>{order.status_title}</bdi>
            </Badge>
          ) : null}
        </p>
        {order ? (
          <p className="truncate text-sm text-subtle">
            <bdi>{order.client_name ?? order.client_phone ?? order.branch_name}</bdi>
            <span aria-hidden="true"> · </span>
            <bdi>{money(order.due, order.currency)}</bdi>
          </p>
        ) : null}
      </div>
      <OrderVerdict of={of} status={status} />
      <IconButton
        size="sm"
        label={t('change.remove', { number: isolateBidi(number) })}
        icon={<X />}
        disabled={busy}
        onClick={onRemove}
      />
    </li>
  );
};

const OrderVerdict = ({ of, status }: { of: BulkOrderEntry; status: TargetStatus | null }) => {
  const { text, tone } = useTelling()(of, status);
  const Icon = tone === 'good' ? CircleCheck : tone === 'bad' ? CircleX : Minus;
  return (
    <p
      className={cx(
        'flex min-w-0 items-start gap-1.5 text-sm max-md:order-last max-md:col-span-full',
        tone === 'good' && 'text-success-text',
        tone === 'bad' && 'text-danger-text',
        tone === 'plain' && 'text-muted',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{text}</bdi>
    </p>
  );
};

type Tone = 'good' | 'bad' | 'plain';

/** Returns the text about an order: the result of the change, before that the expected one. */
function useTelling() {
  const { t } = useTranslation('order-status');
  return (
    { order, verdict, outcome }: BulkOrderEntry,
    status: TargetStatus | null,
  ): { readonly text: string; readonly tone: Tone } => {
    if (outcome === 'moved') return { text: t('change.moved'), tone: 'good' };
    if (outcome) return { text: outcome.refused, tone: 'bad' };
    if (order === undefined) return { text: t('change.reading'), tone: 'plain' };
    if (order === null) return { text: t('change.missing'), tone: 'bad' };
    if (verdict === null || status === null) return { text: t('change.choose_first'), tone: 'plain' };
    if (verdict === 'moves')
      return { text: t('change.will_move', { status: isolateBidi(status.title) }), tone: 'good' };
    return { text: t(`change.why.${verdict}`), tone: verdict === 'same' ? 'plain' : 'bad' };
  };
}
