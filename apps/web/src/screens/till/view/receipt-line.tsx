import type { PricedLine } from '@dukkan/commerce';
import { CircleHelp, Minus, PackagePlus, Plus, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { cx } from '../../../ui/index.ts';
import { ONE, type SaleDraftLine } from '../data/draft.ts';
import LineWhy from './line-why.tsx';
import { useOpenTill } from './till-context.ts';

const SQUARE =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-lg border border-line bg-surface text-ink hover:bg-hover [&_svg]:size-5';

type LineProps = { of: SaleDraftLine; priced: PricedLine | undefined; isSelected: boolean };

/** A line of the receipt; the selected one shows its buttons. */
export const SaleLine = ({ of: line, priced, isSelected }: LineProps) => {
  const { t } = useTranslation('till');
  const { number } = useFormat();
  const { session } = useOpenTill();
  const [isExplained, setExplained] = useState(false);
  const title = session.titleOf(line);
  const isolated = isolateBidi(title);
  const item = line.item_id === null ? undefined : session.pack.item(line.item_id);
  const left = line.item_id === null ? null : session.availableOf(line.item_id);
  const isShort = left !== null && left < line.quantity && session.shop.branch.checks_availability;
  const quantity = number(line.quantity / ONE);
  const isCheaper = priced && priced.gross < priced.list;
  return (
    <li
      aria-current={isSelected || undefined}
      data-line={line.key}
      className={cx('px-2 sm:px-3', isSelected && 'bg-primary-soft/60')}
    >
      <button
        type="button"
        onClick={() => session.change({ kind: 'select', key: line.key })}
        className="grid min-h-11 w-full grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2.5 py-1.5 text-start"
      >
        <bdi className="min-w-7 font-semibold text-ink tabular">{quantity}</bdi>
        <span className="min-w-0">
          <bdi className="text-ink [overflow-wrap:anywhere]">{title}</bdi>
          {line.quantity === ONE && line.extras_ids.length === 0 ? null : priced ? (
            <span className="block text-sm text-subtle">
              {t('receipt.each', {
                amount: isolateBidi(session.money(priced.unit_price + priced.unit_extras)),
              })}
            </span>
          ) : null}
          {isShort ? (
            <span className="block text-sm font-medium text-warning-text">
              {t('stock.short', { shown: isolateBidi(number(Math.max(0, left) / ONE)) })}
            </span>
          ) : null}
          {priced ? null : (
            <span className="block text-sm font-medium text-danger-text">{t('receipt.gone')}</span>
          )}
        </span>
        <span className="text-end">
          {priced ? (
            <bdi className="font-medium text-ink tabular">{session.money(priced.gross)}</bdi>
          ) : (
            <span className="text-subtle">–</span>
          )}
          {isCheaper ? (
            <s className="block text-sm text-subtle tabular">
              <span className="sr-only">{t('receipt.before')} </span>
              <bdi>{session.money(priced.list)}</bdi>
            </s>
          ) : null}
        </span>
      </button>
      {isSelected ? (
        <div className="flex flex-wrap items-center gap-1.5 pb-2">
          <button
            type="button"
            className={SQUARE}
            aria-label={t('receipt.less', { title: isolated })}
            onClick={() => session.stepLine(line.key, -1)}
          >
            <Minus aria-hidden="true" />
          </button>
          <QuantityField line={line} label={t('receipt.quantity', { title: isolated })} />
          <button
            type="button"
            className={SQUARE}
            aria-label={t('receipt.more', { title: isolated })}
            onClick={() => session.stepLine(line.key, 1)}
          >
            <Plus aria-hidden="true" />
          </button>
          {item && item.extras_ids.length > 0 ? (
            <button
              type="button"
              className={SQUARE}
              aria-label={t('receipt.extras', { title: isolated })}
              title={t('receipt.extras', { title: isolated })}
              onClick={() => session.show('extras')}
            >
              <PackagePlus aria-hidden="true" />
            </button>
          ) : null}
          {priced ? (
            <button
              type="button"
              className={SQUARE}
              aria-expanded={isExplained}
              aria-label={t('receipt.why', { title: isolated })}
              title={t('receipt.why', { title: isolated })}
              onClick={() => setExplained(!isExplained)}
            >
              <CircleHelp aria-hidden="true" />
            </button>
          ) : null}
          <span className="flex-1" />
          <button
            type="button"
            className={cx(SQUARE, 'text-danger-text')}
            aria-label={t('receipt.remove', { title: isolated })}
            onClick={() => session.askRemove(line.key)}
          >
            <X aria-hidden="true" />
          </button>
        </div>
      ) : null}
      {isSelected && isExplained && priced ? (
        <Suspense>
          <div className="pb-3">
            <LineWhy of={priced} />
          </div>
        </Suspense>
      ) : null}
    </li>
  );
};

/** A typed quantity; a scan into it is a scan, and the box has again what it had. */
const QuantityField = ({ line, label }: { line: SaleDraftLine; label: string }) => {
  const { number } = useFormat();
  const { session } = useOpenTill();
  const [typed, setTyped] = useState<string | null>(null);
  const written = number(line.quantity / ONE, { useGrouping: false });
  const take = () => {
    if (typed !== null && /^\d{1,4}(?:[.,]\d{1,3})?$/.test(typed.trim()))
      session.setQuantity(line.key, Math.round(Number(typed.trim().replace(',', '.')) * ONE));
    setTyped(null);
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      data-quantity=""
      aria-label={label}
      value={typed ?? written}
      onFocus={(event) => event.currentTarget.select()}
      // a scan gives the box back what it had, which is no typed quantity
      onChange={(event) => setTyped(event.target.value === written ? null : event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null);
        if (event.key === 'Enter') {
          event.preventDefault();
          take();
        }
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
      className="h-11 w-16 rounded-lg border border-line-strong bg-surface text-center font-medium text-ink tabular focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-focus"
    />
  );
};
