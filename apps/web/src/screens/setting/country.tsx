import { PICK_LIMIT } from 'virtual:facts';
import { useState } from 'react';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Combobox, type ComboboxOption } from '../../ui/index.ts';

const COUNTRY = -2;

export type CountryPickerProps = { value: string; onChange: (code: string) => void };

/** Selects a country code; finds countries by name in any language and by dialling code. */
export const CountryPicker = ({ value, onChange }: CountryPickerProps) => {
  const { t } = useTranslation('kit');
  const { region } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const read = useRead(
    api.location.list,
    { type: COUNTRY, status: 1, keywords: typed || undefined, limit: PICK_LIMIT, sort_by: 'name' },
    { enabled: typed !== null },
  );
  const options = (read.results ?? []).flatMap(({ code, name, mobileCode }) =>
    code ? [{ value: code, label: name, hint: <Bdi dir="ltr">{[code, mobileCode].join(' ')}</Bdi> }] : [],
  );
  return (
    <Combobox<ComboboxOption>
      value={value ? { value, label: region(value) } : null}
      onChange={(option) => option && onChange(option.value)}
      options={options}
      onSearch={setTyped}
      loading={read.isFetching}
      emptyText={t('picker.empty')}
      placeholder={t('picker.search')}
    />
  );
};
