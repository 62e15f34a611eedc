import { RefPicker } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Field } from '../../../ui/index.ts';

type DriverPickerProps = {
  /** The order's branch, whose drivers are offered. */
  branchId: number;
  value: number | null;
  onPick: (driver_id: number | null) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** Selects the driver of an order, among those of its branch. */
export const DriverPicker = ({ branchId, value, onPick, error, disabled = false }: DriverPickerProps) => {
  const { t } = useTranslation(['order', 'fields']);
  return (
    <Field label={t('fields:driver_id')} error={error}>
      <RefPicker
        to="driver"
        value={value}
        onChange={onPick}
        fixed={{ status: 1, works_at: branchId }}
        disabled={disabled}
        placeholder={t('order:driver.find')}
        emptyText={t('order:driver.empty')}
      />
    </Field>
  );
};
