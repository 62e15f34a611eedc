import { useFormContext, useWatch } from 'react-hook-form';
import { FormInput, RefPicker } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { CallFailure } from '../../lib/server/call.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { readOnce } from '../../lib/server/use-read-write.ts';
import { formFields } from './fields.ts';

/** The levels of a location; each is inside the one before it. */
const LEVELS = [
  { of: formFields.country_id, type: -2 },
  { of: formFields.state_id, type: -1 },
  { of: formFields.city_id, type: 1 },
  { of: formFields.area_id, type: 0 },
] as const;

const NAMES = LEVELS.map(({ of }) => of.name);

/**
 * Country, state, city and area. Each level offers only places inside the selected one above it and is cleared when
 * that one changes. The country sets the time zone if none is selected.
 */
export const PlaceFields = () => {
  const { t } = useTranslation(['branch', 'fields']);
  const { setValue, getValues } = useFormContext();
  const chosen = useWatch({ name: NAMES }) as (number | null)[];
  const branch = useBranch();

  const takeZone = async (country: number) => {
    try {
      const { results } = await readOnce(api.location.list, { id: country, limit: 1 }, branch);
      const zone = results.find(({ id }) => id === country)?.timezone;
      const { timezone } = formFields;
      if (zone && !getValues(timezone.name)) setValue(timezone.name, zone, { shouldDirty: true });
    } catch (error) {
      // a failure is ignored, because the user can select the time zone
      if (!(error instanceof CallFailure)) throw error;
    }
  };

  return LEVELS.map(({ of, type }, index) => {
    const above = LEVELS[index - 1];
    const parent = chosen[index - 1] ?? null;
    const closed = above !== undefined && parent === null;
    return (
      <FormInput key={of.name} of={of} disabled={closed}>
        {({ value, onChange }) => (
          <RefPicker
            to="location"
            value={typeof value === 'number' ? value : null}
            fixed={{ type, status: 1, ...(parent === null ? {} : { parent_id: parent }) }}
            disabled={closed}
            {...(closed ? { placeholder: t('branch:place.first', { field: t(above.of.label) }) } : {})}
            onChange={(id) => {
              if (id === value) return;
              onChange(id);
              for (const name of NAMES.slice(index + 1)) setValue(name, null, { shouldDirty: true });
              if (of === formFields.country_id && id !== null) void takeZone(id);
            }}
          />
        )}
      </FormInput>
    );
  });
};
