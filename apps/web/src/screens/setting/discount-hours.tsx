import { useFormContext, useWatch } from 'react-hook-form';
import { toFieldText } from '../../lib/form/field-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { cx, DayBar } from '../../ui/index.ts';
import { formFields } from './fields.ts';
import { hidesWhenEmpty, SettingInput } from './search.tsx';

const SLOTS = [
  [formFields.midday_from, formFields.midday_to],
  [formFields.afternoon_from, formFields.afternoon_to],
  [formFields.evening_from, formFields.evening_to],
] as const;

/** The hours of discounts: for each part of the day a bar, with two text boxes for the same hours. */
export const DiscountHours = ({ disabled }: { disabled: boolean }) =>
  SLOTS.map((slot) => <SlotHours key={slot[0].name} slot={slot} disabled={disabled} />);

const SlotHours = ({ slot: [from, to], disabled }: { slot: (typeof SLOTS)[number]; disabled: boolean }) => {
  const { t } = useTranslation('setting');
  const { setValue } = useFormContext();
  const [begins, ends] = useWatch({ name: [from.name, to.name] });
  return (
    <div className={cx('grid min-w-0 gap-2', hidesWhenEmpty)}>
      <DayBar
        from={toFieldText(begins)}
        to={toFieldText(ends)}
        onChange={(bound, time) =>
          setValue(bound === 'from' ? from.name : to.name, time, { shouldDirty: true, shouldValidate: true })
        }
        fromLabel={t(from.label)}
        toLabel={t(to.label)}
        disabled={disabled}
      />
      <div className="grid grid-cols-2 gap-gap">
        <SettingInput of={from} required />
        <SettingInput of={to} required />
      </div>
    </div>
  );
};
