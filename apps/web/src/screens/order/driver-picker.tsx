import { RefPicker } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Field } from '../../ui/index.ts';

type DriverPickerProps = {
  value: number | null;
  onPick: (driver_id: number | null) => void;
  hint?: string | undefined;
  disabled?: boolean;
};

/** Who drives an order, among those that may. */
export const DriverPicker = ({ value, onPick, hint, disabled = false }: DriverPickerProps) => {
  const { t } = useTranslation(['order', 'fields']);
  return (
    <Field label={t('fields:driver_id')} hint={hint}>
      <RefPicker
        to="driver"
        value={value}
        onChange={onPick}
        fixed={{ status: 1 }}
        disabled={disabled}
        placeholder={t('order:driver.find')}
      />
    </Field>
  );
};
