import { type FieldSpec, FormInput, LinesField, statusFact } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Checkbox, useField } from '../../ui/index.ts';

const ROLES = ['receipt', 'kitchen', 'label'] as const;
const PROFILES = ['a5', '80mm', '58mm'] as const;

const phone: Omit<FieldSpec, 'name'> = { label: 'fields:phone', kind: 'code', mode: 'tel' };
const name: Omit<FieldSpec, 'name'> = { label: 'fields:name', kind: 'text' };
const host: Omit<FieldSpec, 'name'> = { label: 'fields:host', kind: 'code' };
const port: Omit<FieldSpec, 'name'> = { label: 'fields:port', kind: 'integer' };
const profile: Omit<FieldSpec, 'name'> = {
  label: 'branch:printer.profile',
  kind: 'choice',
  options: PROFILES.map((value) => ({ value, label: `branch:printer.paper.${value}` })),
};
const roles: Omit<FieldSpec, 'name'> = { label: 'branch:printer.roles', kind: 'text' };

const box = 'grid gap-3 rounded-md border border-line bg-sunken/40 p-3';

/** The phones of a branch, one row each. */
export const PhoneLines = () => {
  const { t } = useTranslation(['branch', 'fields']);
  return (
    <LinesField
      name="phones"
      legend={t('fields:phones')}
      addLabel={t('branch:phone.add')}
      removeLabel={(index) => t('branch:phone.remove', { number: index + 1 })}
      fresh=""
      max={10}
    >
      {(path) => <FormInput of={{ ...phone, name: path }} />}
    </LinesField>
  );
};

/** The tills of a branch. */
export const DeviceLines = () => {
  const { t } = useTranslation(['branch', 'fields']);
  return (
    <LinesField
      name="pos"
      legend={t('fields:pos')}
      addLabel={t('branch:device.add')}
      removeLabel={(index) => t('branch:device.remove', { number: index + 1 })}
      fresh={{ name: '', status: 1 }}
      max={50}
    >
      {(path) => (
        <div className={`${box} sm:grid-cols-[1fr_auto]`}>
          <FormInput of={{ ...name, name: `${path}.name` }} required />
          <FormInput of={{ ...statusFact, name: `${path}.status` }} />
        </div>
      )}
    </LinesField>
  );
};

/** The network printers of a branch: address, paper and what each prints. */
export const PrinterLines = () => {
  const { t } = useTranslation(['branch', 'fields']);
  return (
    <LinesField
      name="printers"
      legend={t('fields:printers')}
      addLabel={t('branch:printer.add')}
      removeLabel={(index) => t('branch:printer.remove', { number: index + 1 })}
      fresh={{ name: '', host: '', port: 9100, profile: '80mm', roles: ['receipt'] }}
      max={20}
    >
      {(path) => (
        <div className={`${box} sm:grid-cols-2`}>
          <FormInput of={{ ...name, name: `${path}.name` }} required />
          <div className="grid gap-3 md:grid-cols-[1fr_6rem]">
            <FormInput of={{ ...host, name: `${path}.host` }} required />
            <FormInput of={{ ...port, name: `${path}.port` }} required />
          </div>
          <FormInput of={{ ...profile, name: `${path}.profile` }} />
          <FormInput of={{ ...roles, name: `${path}.roles` }}>
            {({ value, onChange }) => <RoleChecks value={value as string[]} onChange={onChange} />}
          </FormInput>
        </div>
      )}
    </LinesField>
  );
};

const RoleChecks = ({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (roles: string[]) => void;
}) => {
  const { t } = useTranslation('branch');
  const { id, 'aria-labelledby': labelledBy } = useField({}, 'group');
  return (
    // biome asks for a fieldset with a legend, but the surrounding label already names the group
    <fieldset id={id} tabIndex={-1} aria-labelledby={labelledBy} className="flex flex-wrap gap-x-4 gap-y-1">
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          // the checkbox needs its own accessible name, otherwise it gets the name of the surrounding field
          id={`${id}-${role}`}
          aria-label={t(`printer.role.${role}`)}
          checked={value.includes(role)}
          onChange={(checked) =>
            onChange(ROLES.filter((one) => (one === role ? checked : value.includes(one))))
          }
          label={t(`printer.role.${role}`)}
        />
      ))}
    </fieldset>
  );
};
