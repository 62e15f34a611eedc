import { useMemo } from 'react';
import { Bdi, formatZoneOffset, listTimeZones } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Combobox, type ComboboxOption } from '../../ui/index.ts';

export type ZonePickerProps = {
  value: string;
  onChange: (zone: string) => void;
  disabled?: boolean;
};

const toOption = (zone: string): ComboboxOption => ({
  value: zone,
  // the value `America/New_York` stays searchable, and the label makes it findable as 'new york'
  label: zone.replaceAll('_', ' '),
  hint: <ZoneOffset zone={zone} />,
});

/** Picks a time zone by its IANA name; a stored zone that this browser does not know is kept. */
export const ZonePicker = ({ value, onChange, disabled }: ZonePickerProps) => {
  const { t } = useTranslation('kit');
  const options = useMemo(() => listTimeZones().map(toOption), []);
  return (
    <Combobox
      value={value === '' ? null : toOption(value)}
      onChange={(option) => onChange(option?.value ?? '')}
      options={options}
      emptyText={t('picker.empty')}
      placeholder={t('picker.search')}
      disabled={disabled}
    />
  );
};

const ZoneOffset = ({ zone }: { zone: string }) => <Bdi dir="ltr">{formatZoneOffset(zone)}</Bdi>;
