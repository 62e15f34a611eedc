import { ACTIONS, type Action } from '@dukkan/commerce';
import { useController, useFormContext } from 'react-hook-form';
import { RecordStates } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Checkbox } from '../../ui/index.ts';
import { formFields } from './fields.ts';
import { groupByResource, type ResourcePermissions, togglePermission } from './rights.ts';

/**
 * A checkbox for every permission, by resource and action. The permission for a resource includes its actions; users
 * can grant only permissions that they have, which the server checks too.
 */
export const PermissionMatrix = ({ disabled }: { disabled: boolean }) => {
  const read = useRead(api.role.permissions, {});
  return (
    <RecordStates read={read} use={api.role.permissions}>
      {(served) => <ResourceMatrix resources={groupByResource(served)} disabled={disabled} />}
    </RecordStates>
  );
};

const columns = 'md:grid-cols-[minmax(12rem,1fr)_repeat(5,6.5rem)]';

const ResourceMatrix = ({
  resources,
  disabled,
}: {
  resources: readonly ResourcePermissions[];
  disabled: boolean;
}) => {
  const { t } = useTranslation('role');
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name: formFields.permissions.name, control });
  const held = Array.isArray(field.value) ? (field.value as string[]) : [];
  return (
    <div>
      {fieldState.error?.message ? <p className="mb-2 text-danger-text">{fieldState.error.message}</p> : null}
      <div
        aria-hidden="true"
        className={`hidden gap-x-2 border-b border-line pb-1.5 text-sm font-medium text-muted md:grid ${columns}`}
      >
        <span>{t('resource')}</span>
        {[null, ...ACTIONS].map((action) => (
          <span key={action ?? 'whole'} className="text-center">
            {t(`action.${action ?? 'whole'}`)}
          </span>
        ))}
      </div>
      {resources.map((of) => (
        <ResourceLine
          key={of.resource}
          of={of}
          held={held}
          disabled={disabled}
          onTurn={(action, on) => field.onChange(togglePermission(held, of, action, on))}
        />
      ))}
    </div>
  );
};

type LineProps = {
  of: ResourcePermissions;
  held: readonly string[];
  disabled: boolean;
  onTurn: (action: Action | null, on: boolean) => void;
};

const ResourceLine = ({ of, held, disabled, onTurn }: LineProps) => {
  const { t } = useTranslation('role');
  const whole = held.includes(of.resource);
  return (
    <fieldset
      className={`grid min-w-0 grid-cols-2 gap-x-2 gap-y-1 border-b border-line py-2 last:border-b-0 ${columns}`}
    >
      <legend className="sr-only">{of.title}</legend>
      <span aria-hidden="true" className="col-span-2 font-medium md:col-span-1 md:font-normal">
        {of.title}
      </span>
      {[null, ...ACTIONS].map((action) => {
        const served = action === null ? of.whole : of.actions[action];
        if (!served) return <span key={action ?? 'whole'} className="max-md:hidden" />;
        const implied = action !== null && whole;
        const label = t(`action.${action ?? 'whole'}`);
        return (
          <span
            key={action ?? 'whole'}
            className="flex items-center gap-2 max-md:min-h-8 max-md:pointer-coarse:min-h-11 md:justify-center"
          >
            <Checkbox
              id={`right-${served.key}`}
              checked={implied || held.includes(served.key)}
              disabled={disabled || implied || !served.grantable}
              onChange={(on) => onTurn(action, on)}
              aria-label={`${of.title}: ${label}`}
            />
            <label htmlFor={`right-${served.key}`} aria-hidden="true" className="text-sm md:hidden">
              {label}
            </label>
          </span>
        );
      })}
    </fieldset>
  );
};
