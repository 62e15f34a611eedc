import { fromMinor, listDenominations, sumDenominations } from '@dukkan/commerce';
import { useId, useRef } from 'react';
import { MoneyText } from '../kit/kinds/money.tsx';
import { AMOUNT_SCALE, findTypedNumberError, parseTypedNumber } from '../lib/form/parse-typed-number.ts';
import { useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Field, NumberInput, SegmentedControl } from '../ui/index.ts';

/** A count of a drawer or safe while it is entered: the number of each note and coin, or one sum. */
export type CountDraft = {
  readonly way: 'denominations' | 'sum';
  readonly counts: Readonly<Record<string, string>>;
  readonly sum: string;
};

/** Creates an empty count; a currency without known notes and coins is counted as one sum. */
export const createEmptyCount = (currency: string): CountDraft => ({
  way: listDenominations(currency).length > 0 ? 'denominations' : 'sum',
  counts: {},
  sum: '',
});

const WHOLE = /^\d{1,6}$/;

/** A finished count: one sum, or the number of each note and coin. */
export type Counted =
  | { readonly amount: number }
  | { readonly denominations: { value: number; count: number }[] };

/** Converts a draft to a count; null while it is empty or invalid. */
export function toCountInput({ way, counts, sum }: CountDraft): Counted | null {
  if (way === 'sum') {
    const { value } = parseTypedNumber(sum, AMOUNT_SCALE);
    return value === null ? null : { amount: value };
  }
  const filledCounts = Object.entries(counts).filter(([, text]) => text.trim() !== '');
  if (filledCounts.length === 0 || filledCounts.some(([, text]) => !WHOLE.test(text.trim()))) return null;
  return {
    denominations: filledCounts.map(([value, text]) => ({ value: Number(value), count: Number(text) })),
  };
}

/** Returns the total amount of a count. */
export const getCountAmount = (count: Counted): number =>
  'amount' in count
    ? count.amount
    : fromMinor(sumDenominations(count.denominations, AMOUNT_SCALE), AMOUNT_SCALE);

type CountFieldsProps = {
  of: CountDraft;
  currency: string;
  onChange: (next: CountDraft) => void;
  /** True after a failed submit, so that missing fields are marked. */
  tried: boolean;
  error?: string | undefined;
};

/** Inputs for the number of each note and coin with the total below, or for one sum. */
export const CountFields = ({ of, currency, onChange, tried, error }: CountFieldsProps) => {
  const { t } = useTranslation('cash-count');
  const { number, currencySign } = useFormat();
  const values = listDenominations(currency);
  const count = toCountInput(of);
  const missing = tried && count === null ? t('needed') : undefined;
  const errorId = useId();
  const first = useRef<HTMLInputElement>(null);
  const wrong = error ?? missing;
  return (
    <>
      {values.length > 0 ? (
        <SegmentedControl
          aria-label={t('way')}
          value={of.way}
          onChange={(way) => {
            onChange({ ...of, way });
            requestAnimationFrame(() => first.current?.focus());
          }}
          options={[
            { value: 'denominations', label: t('denominations') },
            { value: 'sum', label: t('sum') },
          ]}
        />
      ) : null}
      {of.way === 'sum' ? (
        <Field
          label={t('amount')}
          required
          error={(tried ? findTypedNumberError(of.sum, AMOUNT_SCALE) : undefined) ?? wrong}
        >
          <NumberInput
            ref={first}
            value={of.sum}
            end={<bdi>{currencySign(currency)}</bdi>}
            onChange={(sum) => onChange({ ...of, sum })}
          />
        </Field>
      ) : (
        <>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5 min-[22rem]:grid-cols-2">
            {values.map((value, index) => (
              <li key={value} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-2">
                <span className="text-end tabular" aria-hidden="true">
                  <bdi>{number(value)}</bdi> ×
                </span>
                <NumberInput
                  ref={index === 0 ? first : undefined}
                  whole
                  aria-label={t('how_many', { value: number(value) })}
                  {...(wrong ? { 'aria-describedby': errorId } : {})}
                  value={of.counts[value] ?? ''}
                  onChange={(text) => onChange({ ...of, counts: { ...of.counts, [value]: text } })}
                />
              </li>
            ))}
          </ul>
          <p
            className="flex justify-between gap-2 border-t border-line pt-2 font-semibold"
            aria-live="polite"
          >
            <span>{t('total')}</span>
            <MoneyText amount={count ? getCountAmount(count) : 0} />
          </p>
          {wrong ? (
            <p id={errorId} role="alert" className="text-sm text-danger-text">
              {wrong}
            </p>
          ) : null}
        </>
      )}
    </>
  );
};
