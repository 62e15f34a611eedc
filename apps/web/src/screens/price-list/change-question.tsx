import { useState } from 'react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import type { InputOf, RowOf } from '../../lib/server/endpoint.ts';
import { Button, ConfirmDialog } from '../../ui/index.ts';

type PriceListEffect = RowOf<typeof api.priceList.preview>['effects'][number];
type Change = InputOf<typeof api.priceList.preview>['change'];
/** What the user chose: to save the change, to put the prices into a list of their own, or to go on editing. */
type Answer = 'save' | 'separate' | 'cancel';
type Question = {
  readonly effects: readonly PriceListEffect[];
  /** The first day of the list that the changed prices could have instead; null where that is not possible. */
  readonly separateFrom: string | null;
  readonly answer: (answer: Answer) => void;
};

/** Asks about a change of a list that takes prices away or brings some; others are not asked about. */
export function usePriceListQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = async (id: number, change: Change, separateFrom: string | null = null): Promise<Answer> => {
    // a change of the list is felt in all branches, whichever is chosen
    const { effects } = (await callApi(api.priceList.preview, { id, change }, { branchId: null })).results;
    if (effects.length === 0) return 'save';
    return new Promise((resolve) => {
      setQuestion({
        effects,
        separateFrom,
        answer: (answer) => {
          setQuestion(null);
          resolve(answer);
        },
      });
    });
  };
  return { question, ask };
}

/** The dialog with what a change takes away and brings, and the other way. */
export const PriceListQuestion = ({ of, confirmLabel }: { of: Question | null; confirmLabel: string }) => {
  const { t } = useTranslation(['price-list', 'kit']);
  const { date } = useFormat();
  const isLoss = of?.effects.some(({ kind }) => kind === 'stop') ?? false;
  return (
    <ConfirmDialog
      open={of !== null}
      onOpenChange={(open) => open || of?.answer('cancel')}
      title={t(isLoss ? 'price-list:effect.title_stop' : 'price-list:effect.title_start')}
      text={t('price-list:effect.text')}
      confirmLabel={confirmLabel}
      cancelLabel={t('price-list:effect.cancel')}
      onConfirm={() => of?.answer('save')}
    >
      <EffectList of={of?.effects ?? []} />
      {of?.separateFrom ? (
        <div className="mt-4 grid gap-2 border-t border-line pt-4">
          <p className="text-sm text-muted">
            {t('price-list:effect.separate_text', { day: isolateBidi(date(of.separateFrom)) })}
          </p>
          <div>
            <Button onClick={() => of.answer('separate')}>{t('price-list:effect.separate')}</Button>
          </div>
        </div>
      ) : null}
    </ConfirmDialog>
  );
};

const EffectList = ({ of }: { of: readonly PriceListEffect[] }) => {
  const { t } = useTranslation('price-list');
  const { date, number } = useFormat();
  const whenOf = ({ from_date, to_date }: PriceListEffect) => {
    const days = { from: isolateBidi(date(from_date)), to: isolateBidi(date(to_date)) };
    if (from_date && to_date) return t('effect.when.both', days);
    if (from_date) return t('effect.when.from', days);
    return to_date ? t('effect.when.until', days) : '';
  };
  const whomOf = ({ audience, phones_count }: PriceListEffect) =>
    audience === 'all'
      ? ''
      : t(`effect.whom.${audience}`, { count: phones_count, shown: number(phones_count) });
  return (
    <ul className="grid gap-2">
      {of.map((effect) => (
        <li
          key={`${effect.branch_id}.${effect.kind}.${effect.from_date}.${effect.audience}`}
          className={
            effect.kind === 'stop'
              ? 'rounded-md bg-warning-soft px-3 py-2 text-warning-text'
              : 'rounded-md bg-success-soft px-3 py-2 text-success-text'
          }
        >
          {[
            t(`effect.${effect.kind}`, {
              count: effect.count,
              shown: number(effect.count),
              branch: isolateBidi(effect.branch_name),
            }),
            whenOf(effect),
            whomOf(effect),
          ]
            .filter((part) => part !== '')
            .join(' ')}
        </li>
      ))}
    </ul>
  );
};
