import { formatMinor, fromMinor, resolveText, toMinor } from '@dukkan/commerce';
import { ArrowLeft, Banknote, CreditCard, Landmark, Split, Wallet, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useLocale, useTranslation } from '../../../lib/i18n.ts';
import { cx, toLatinDigits } from '../../../ui/index.ts';
import { listQuickSums } from '../data/quick-sums.ts';
import { useMachine, useOpenTill, useView } from './till-context.ts';

const ICONS = { cash: Banknote, card: CreditCard, online: CreditCard, transfer: Landmark, wallet: Wallet };

/** Reads a typed amount; null for what is none. */
function readAmount(text: string, scale: number): bigint | null {
  const plain = toLatinDigits(text.trim()).replace(/[٫,]/g, '.');
  if (!/^\d{1,9}(?:\.\d*)?$/.test(plain)) return null;
  try {
    return toMinor(plain.replace(/\.$/, ''), scale);
  } catch {
    return null;
  }
}

const Heading = ({ amount, label }: { amount: string; label: string }) => (
  <div className="text-center">
    <p className="text-muted">{label}</p>
    <p
      data-due=""
      className="text-5xl leading-tight font-semibold tracking-tight text-ink tabular xl:text-6xl"
    >
      <bdi>{amount}</bdi>
    </p>
  </div>
);

const Methods = () => {
  const { t } = useTranslation('till');
  const locale = useLocale();
  const { session } = useOpenTill();
  const chosen = useView(({ paying }) => paying.method);
  return (
    <fieldset
      aria-label={t('pay.methods')}
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2"
    >
      {session.shop.payments.slice(0, 9).map(({ id, titles, type }, at) => {
        const Icon = ICONS[type];
        return (
          <button
            key={id}
            type="button"
            aria-pressed={chosen === id}
            aria-keyshortcuts={String(at + 1)}
            onClick={() => session.chooseMethod(id)}
            className={cx(
              'flex min-h-14 items-center gap-2.5 rounded-xl border-2 px-3 text-start font-medium',
              chosen === id
                ? 'border-primary bg-primary-soft text-primary-text'
                : 'border-line bg-surface text-ink hover:bg-hover',
            )}
          >
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            <bdi className="min-w-0 flex-1 leading-tight [overflow-wrap:anywhere]">
              {resolveText(titles, locale)}
            </bdi>
            <kbd className="text-xs font-normal text-subtle max-md:hidden">{at + 1}</kbd>
          </button>
        );
      })}
    </fieldset>
  );
};

/** Sums that a customer is likely to hand over; the arrows move between them and Enter ends the sale. */
const QuickSums = ({ rest }: { rest: bigint }) => {
  const { t } = useTranslation('till');
  const { number } = useFormat();
  const { session } = useOpenTill();
  const taken = useView(({ paying }) => paying.given);
  const { Currency, scale } = session.shop.settings;
  const sums = listQuickSums(rest, Currency, scale);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = document.documentElement.dir === 'rtl';
    const by =
      event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')
        ? 1
        : event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')
          ? -1
          : 0;
    if (by === 0) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by];
    next?.focus();
    next?.click();
  };
  return (
    <fieldset
      aria-label={t('pay.sums')}
      onKeyDown={move}
      className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2"
    >
      {sums.map((sum, at) => {
        const isExact = at === 0;
        const isChosen = isExact ? taken === null || taken === rest : taken === sum;
        return (
          <button
            // the exact one is the same button when the amount changes, and keeps the focus
            key={isExact ? 'exact' : String(sum)}
            ref={isExact ? first : undefined}
            type="button"
            data-sum={formatMinor(sum, scale)}
            aria-pressed={isChosen}
            onClick={() => session.pay({ given: sum })}
            className={cx(
              'min-h-14 rounded-xl border-2 px-2 text-lg font-semibold tabular',
              isChosen
                ? 'border-primary bg-primary-soft text-primary-text'
                : 'border-line bg-surface text-ink hover:bg-hover',
            )}
          >
            {/* notes are known by their number; the currency stands above */}
            <bdi>{isExact ? t('pay.exact') : number(fromMinor(sum, scale))}</bdi>
          </button>
        );
      })}
    </fieldset>
  );
};

type AmountBoxProps = {
  label: string;
  value: bigint | null;
  placeholder: string;
  mark: 'data-given' | 'data-covers';
  onAmount: (amount: bigint | null) => void;
};

const AmountBox = ({ label, value, placeholder, mark, onAmount }: AmountBoxProps) => {
  const { session } = useOpenTill();
  const { scale } = session.shop.settings;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label className="grid gap-1">
      <span className="text-sm font-medium text-ink">{label}</span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        data-quantity=""
        {...{ [mark]: '' }}
        value={typed ?? (value === null ? '' : formatMinor(value, scale))}
        placeholder={placeholder}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.target.value);
          const amount = readAmount(event.target.value, scale);
          if (amount !== null || event.target.value.trim() === '') onAmount(amount);
        }}
        onBlur={() => setTyped(null)}
        className="h-12 w-full rounded-lg border border-line-strong bg-surface px-3 text-lg text-ink tabular placeholder:text-subtle focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-focus"
      />
    </label>
  );
};

/** What was taken by other methods already. */
const TakenParts = () => {
  const { t } = useTranslation('till');
  const locale = useLocale();
  const { session } = useOpenTill();
  const parts = useView(({ paying }) => paying.parts);
  if (parts.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {parts.map(({ payment_id, amount }, at) => {
        const title = resolveText(session.findMethod(payment_id)?.titles, locale);
        const text = session.money(amount ?? 0n);
        return (
          <li
            key={`${at.toString()}-${payment_id}`}
            className="flex items-center gap-2 rounded-lg bg-sunken ps-3"
          >
            <bdi className="min-w-0 flex-1">{title}</bdi>
            <bdi className="font-medium tabular">{text}</bdi>
            <button
              type="button"
              aria-label={t('pay.remove_part', { method: isolateBidi(title), amount: isolateBidi(text) })}
              onClick={() => session.removePart(at)}
              className="inline-flex size-11 items-center justify-center rounded-lg text-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </li>
        );
      })}
    </ul>
  );
};

/** What the customer gets back, in the largest type; what is missing is said instead. */
const Change = ({ of: change, className }: { of: bigint | null; className: string }) => {
  const { t } = useTranslation('till');
  const { session } = useOpenTill();
  const isShort = change !== null && change < 0n;
  const amount = change ?? 0n;
  return (
    <p className={cx(className, change === null && 'invisible')} aria-live="polite">
      <span className="block text-muted">{t(isShort ? 'pay.missing' : 'done.change')}</span>
      <bdi
        data-change=""
        className={cx(
          'text-4xl leading-tight font-semibold tabular md:text-5xl',
          isShort ? 'text-danger-text' : 'text-success-text',
        )}
      >
        {session.money(isShort ? -amount : amount)}
      </bdi>
    </p>
  );
};

/** Takes the payment: the amount, what the customer gives, the change, and the method; Enter ends the sale. */
export const PayPane = () => {
  const { t } = useTranslation('till');
  const { session } = useOpenTill();
  const { status } = useMachine();
  const paying = useView(({ paying }) => paying);
  const priced = useView(({ priced }) => priced);
  const [isSplit, setSplit] = useState(false);
  const rest = session.getRest();
  const open = session.openAmount;
  const method = paying.method === null ? undefined : session.findMethod(paying.method);
  const isCash = method?.type === 'cash';
  const change = isCash && paying.given !== null ? paying.given - rest : null;
  const isShort = change !== null && change < 0n;
  const isPart = paying.covers !== null && paying.covers > 0n && paying.covers < open;
  const others = session.shop.payments.filter(({ combinable }) => combinable).length;
  return (
    <section
      aria-label={t('pay.title')}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas"
      data-paying=""
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="relative mx-auto grid w-full max-w-2xl gap-4 p-3 sm:p-5">
          <button
            type="button"
            aria-label={t('pay.back')}
            title={t('pay.back')}
            onClick={() => session.closePay()}
            className="absolute start-2 top-2 inline-flex size-11 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink sm:start-4 sm:top-4"
          >
            <ArrowLeft aria-hidden="true" className="size-6 rtl:-scale-x-100" />
          </button>
          <Heading
            label={t(paying.parts.length > 0 ? 'pay.rest' : 'pay.due')}
            amount={session.money(paying.parts.length > 0 ? open : (priced?.totals.due ?? 0n))}
          />
          <TakenParts />
          <Methods />
          {isCash && !isSplit ? (
            <>
              <QuickSums rest={rest} />
              <div className="grid gap-4 sm:grid-cols-2">
                <AmountBox
                  mark="data-given"
                  label={t('pay.given')}
                  value={paying.given}
                  placeholder={t('pay.exact')}
                  onAmount={(amount) => session.pay({ given: amount })}
                />
                <Change of={change} className="text-end max-md:hidden" />
              </div>
            </>
          ) : null}
          {isCash ? null : (
            <label className="grid gap-1">
              <span className="text-sm font-medium text-ink">{t('pay.ref')}</span>
              <input
                type="text"
                autoComplete="off"
                value={paying.ref}
                maxLength={100}
                onChange={(event) => session.pay({ ref: event.target.value })}
                className="h-12 w-full rounded-lg border border-line-strong bg-surface px-3 text-lg text-ink focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-focus"
              />
            </label>
          )}
          {isSplit ? (
            <div className="grid items-end gap-2 sm:grid-cols-[1fr_auto]">
              <AmountBox
                mark="data-covers"
                label={t('pay.part')}
                value={paying.covers}
                placeholder={session.money(open)}
                onAmount={(covers) => session.pay({ covers })}
              />
              <button
                type="button"
                disabled={!isPart}
                onClick={() => {
                  session.addPart();
                  setSplit(false);
                }}
                className="h-12 rounded-lg border border-line-strong px-4 font-medium text-ink hover:bg-hover disabled:opacity-40"
              >
                {t('pay.add_part')}
              </button>
            </div>
          ) : others > 1 ? (
            <button
              type="button"
              onClick={() => setSplit(true)}
              className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-lg px-3 font-medium text-muted hover:bg-hover hover:text-ink"
            >
              <Split aria-hidden="true" className="size-5" />
              {t('pay.split')}
            </button>
          ) : null}
        </div>
      </div>
      <div className="border-t border-line bg-surface p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:p-3">
        {change === null ? null : (
          <Change of={change} className="flex items-baseline justify-between gap-3 px-1 pb-2 md:hidden" />
        )}
        <button
          type="button"
          data-confirm=""
          disabled={status === 'stopped' || isShort || isPart}
          aria-busy={status !== 'ready' || undefined}
          onClick={() => session.confirm()}
          className="mx-auto block h-16 w-full max-w-2xl rounded-xl bg-primary-solid px-4 text-xl font-semibold text-on-solid hover:bg-primary-hover active:bg-primary-active disabled:bg-sunken disabled:text-subtle"
        >
          {t('pay.confirm', { amount: isolateBidi(session.money(rest)) })}
        </button>
      </div>
    </section>
  );
};
