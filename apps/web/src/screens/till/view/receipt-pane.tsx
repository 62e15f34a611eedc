import type { PricedCart } from '@dukkan/commerce';
import { PauseCircle, Percent, StickyNote, Ticket, Trash2, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { cx } from '../../../ui/index.ts';
import { isEmptyDraft } from '../data/draft.ts';
import { DonePane } from './done-pane.tsx';
import { SaleLine } from './receipt-line.tsx';
import { useMachine, useOpenTill, useView } from './till-context.ts';

type ChipProps = {
  icon: ReactNode;
  label: string;
  value?: string | undefined;
  onClick: () => void;
  disabled?: boolean;
};

/** A part of the sale besides its lines: its name while it is empty, what it holds afterwards. */
const PartButton = ({ icon, label, value, onClick, disabled }: ChipProps) => (
  <button
    type="button"
    onClick={onClick}
    disabled={disabled}
    aria-label={value ? `${label}: ${value}` : label}
    title={label}
    className={cx(
      'inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-lg px-2.5 text-sm font-medium [&_svg]:size-5 disabled:opacity-40',
      value ? 'max-w-44 bg-primary-soft text-primary-text' : 'text-muted hover:bg-hover hover:text-ink',
    )}
  >
    {icon}
    {value ? <bdi className="truncate">{value}</bdi> : null}
  </button>
);

const Parts = () => {
  const { t } = useTranslation('till');
  const { session } = useOpenTill();
  const { number } = useFormat();
  const draft = useView(({ draft }) => draft);
  const holds = useView(({ holds }) => holds);
  const isEmpty = isEmptyDraft(draft);
  const discount =
    draft.discount === 0
      ? undefined
      : draft.discount_type === 'percent'
        ? `${number(draft.discount / 100)} %`
        : session.money(BigInt(draft.discount));
  return (
    <div className="flex items-center gap-1 border-b border-line px-2 py-1.5" data-parts="">
      <PartButton
        icon={<UserRound aria-hidden="true" />}
        label={t('part.client')}
        value={draft.client ? draft.client.name || draft.client.phone : undefined}
        onClick={() => session.show('client')}
      />
      <PartButton
        icon={<Percent aria-hidden="true" />}
        label={t('part.discount')}
        value={discount}
        onClick={() => session.show('discount')}
        disabled={draft.lines.length === 0}
      />
      <PartButton
        icon={<Ticket aria-hidden="true" />}
        label={t('part.coupon')}
        value={draft.coupon?.code}
        onClick={() => session.show('coupon')}
        disabled={draft.lines.length === 0}
      />
      <PartButton
        icon={<StickyNote aria-hidden="true" />}
        label={t('part.notes')}
        value={draft.notes || undefined}
        onClick={() => session.show('notes')}
      />
      <span className="flex-1" />
      <PartButton
        icon={<PauseCircle aria-hidden="true" />}
        label={t(isEmpty ? 'part.take_up' : 'part.hold')}
        value={isEmpty && holds > 0 ? String(holds) : undefined}
        onClick={() => session.holdOrTakeUp()}
      />
      <PartButton
        icon={<Trash2 aria-hidden="true" />}
        label={t('part.clear')}
        onClick={() => session.show('clear')}
        disabled={isEmpty}
      />
    </div>
  );
};

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div className="flex items-baseline justify-between gap-3 text-muted">
    <dt>{label}</dt>
    <dd>
      <bdi className="tabular">{value}</bdi>
    </dd>
  </div>
);

/** The totals by step; what changes nothing is left out. */
const Sums = ({ priced }: { priced: PricedCart }) => {
  const { t } = useTranslation('till');
  const { number } = useFormat();
  const { session } = useOpenTill();
  const { totals } = priced;
  const row = (label: string, value: bigint) =>
    value === 0n ? null : <Sum label={label} value={session.money(value)} />;
  return (
    <dl className="grid gap-0.5 border-t border-dashed border-line-strong px-4 py-2 text-sm">
      <Sum
        label={t('sum.goods', {
          count: Number(totals.pieces) / 1_000,
          shown: isolateBidi(number(Number(totals.pieces) / 1_000)),
        })}
        value={session.money(totals.total)}
      />
      {row(t('sum.saved'), totals.subtotal - totals.total)}
      {row(t('sum.coupon'), -totals.coupon)}
      {row(t('sum.discount'), -totals.manual)}
      {row(t('sum.tax'), totals.exclusive_tax)}
      {row(t('sum.fee'), totals.charge)}
      {row(t('sum.rounding'), totals.rounding)}
    </dl>
  );
};

/** The receipt as it will be printed; below it the way to the payment. */
export const ReceiptPane = ({ onFind }: { onFind: () => void }) => {
  const { t } = useTranslation('till');
  const { session } = useOpenTill();
  const draft = useView(({ draft }) => draft);
  const priced = useView(({ priced }) => priced);
  const entry = useView(({ entry }) => entry);
  const done = useView(({ done }) => done);
  const step = useView(({ step }) => step);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // whatever changes, the line that changed stays in sight
    list.current?.querySelector(`[data-line="${draft.selected}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [draft]);
  const isEmpty = draft.lines.length === 0;
  return (
    <section aria-label={t('receipt.label')} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <Parts />
      {isEmpty ? (
        <div className="grid min-h-0 flex-1 content-center overflow-y-auto">
          {done ? <DonePane of={done} /> : <EmptyReceipt />}
        </div>
      ) : (
        <ul ref={list} className="min-h-0 flex-1 overflow-y-auto py-1" data-lines="">
          {draft.lines.map((line) => (
            <SaleLine
              key={line.key}
              of={line}
              priced={priced?.lines.find(({ key }) => key === line.key)}
              isSelected={line.key === draft.selected}
            />
          ))}
        </ul>
      )}
      {entry === '' ? null : (
        <p className="border-t border-line bg-info-soft px-4 py-2 text-info-text" role="status">
          {t('receipt.entry', { entry: isolateBidi(entry) })}
        </p>
      )}
      {priced && !isEmpty ? <Sums priced={priced} /> : null}
      {step === 'paying' ? null : (
        <div className="flex gap-2 border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:p-3">
          <button
            type="button"
            onClick={onFind}
            className="h-16 min-w-0 flex-1 rounded-xl border border-line-strong px-2 leading-tight font-medium text-ink hover:bg-hover md:hidden"
          >
            {t('find.open')}
          </button>
          <PayButton amount={priced && !isEmpty ? session.money(priced.totals.due) : null} />
        </div>
      )}
    </section>
  );
};

const EmptyReceipt = () => {
  const { t } = useTranslation('till');
  return (
    <div className="px-6 py-8 text-center">
      <p className="text-xl font-semibold text-ink">{t('receipt.empty')}</p>
      <p className="mt-1 text-muted">{t('receipt.empty_text')}</p>
    </div>
  );
};

const PayButton = ({ amount }: { amount: string | null }) => {
  const { t } = useTranslation('till');
  const { session } = useOpenTill();
  const { status } = useMachine();
  return (
    <button
      type="button"
      data-pay=""
      disabled={amount === null || status === 'stopped'}
      onClick={() => session.openPay()}
      className="h-16 min-w-0 flex-[2] rounded-xl bg-primary-solid px-4 text-xl font-semibold text-on-solid hover:bg-primary-hover active:bg-primary-active disabled:bg-sunken disabled:text-subtle"
    >
      {amount === null ? t('pay.open_none') : t('pay.open', { amount: isolateBidi(amount) })}
    </button>
  );
};
