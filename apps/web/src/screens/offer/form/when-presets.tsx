import { toLocalDate } from '@dukkan/commerce';
import { useFormContext, useWatch } from 'react-hook-form';
import { useCurrency } from '../../../lib/currency.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useShopZone } from '../../../lib/shop-zone.ts';
import { Button } from '../../../ui/index.ts';
import { findNextWeekend, getWeekendDays } from './weekend.ts';

const ALWAYS = { days: [] as number[], slots: [] as string[], start_date: null, end_date: null };
const FIELDS = ['days', 'slots', 'start_date', 'end_date'] as const;

/** Sets the days, times and dates of a discount in one press. */
export const WhenPresets = () => {
  const { t } = useTranslation('offer');
  const { setValue } = useFormContext();
  const weekend = getWeekendDays(useCurrency());
  const today = toLocalDate(new Date(), useShopZone());
  const values = useWatch({ name: [...FIELDS] }) as unknown[];
  const presets = [
    { key: 'this_weekend', when: { ...ALWAYS, ...findNextWeekend(today, weekend) } },
    { key: 'every_weekend', when: { ...ALWAYS, days: weekend } },
    { key: 'always', when: ALWAYS },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be another level inside the form's own
    <div role="group" aria-label={t('preset.label')} className="flex flex-wrap gap-2 sm:col-span-2">
      {presets.map(({ key, when }) => (
        <Button
          key={key}
          size="sm"
          aria-pressed={FIELDS.every(
            (name, index) => JSON.stringify(when[name]) === JSON.stringify(values[index] || null),
          )}
          className="aria-pressed:border-primary aria-pressed:bg-primary-soft"
          onClick={() => {
            for (const name of FIELDS)
              setValue(name, when[name], { shouldDirty: true, shouldValidate: true });
          }}
        >
          {t(`preset.${key}`)}
        </Button>
      ))}
    </div>
  );
};
