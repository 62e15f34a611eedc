import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Suggestion } from './draft.ts';

/** Explains a suggestion in words: what sells, what is there, and what is missing until the delivery after the next. */
export const Reason = ({ of }: { of: Suggestion }) => {
  const { t } = useTranslation('to-order');
  const { number } = useFormat();
  const format = (value: number, maximumFractionDigits = 1) =>
    isolateBidi(number(value, { maximumFractionDigits }));
  const sentences = [
    of.pace > 0 ? t('why.sells', { pace: format(of.pace, 2) }) : t('why.idle'),
    t('why.there', { available: format(of.available), on_the_way: format(of.on_the_way) }),
    ...(of.pace > 0
      ? [
          t('why.needed', {
            count: of.horizon,
            days: number(of.horizon),
            needed: format(of.pace * of.horizon),
          }),
        ]
      : []),
    ...(of.minimum_quantity > 0 ? [t('why.minimum', { minimum: format(of.minimum_quantity) })] : []),
    of.pack_quantity === 1
      ? t('why.missing', { shortage: format(of.shortage), quantity: format(of.quantity) })
      : t('why.packs', {
          shortage: format(of.shortage),
          quantity: format(of.quantity),
          pack: format(of.pack_quantity),
          count: of.quantity / of.pack_quantity,
          packs: format(of.quantity / of.pack_quantity),
        }),
  ];
  return <>{sentences.join(' ')}</>;
};
