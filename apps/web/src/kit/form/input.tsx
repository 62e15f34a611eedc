import { LOCALES } from 'virtual:facts';
import { type ReactNode, use } from 'react';
import { get, useController, useFormContext, useFormState } from 'react-hook-form';
import type { FieldSpec } from '../../lib/fact.ts';
import { collectErrors, toFieldId } from '../../lib/form/form-errors.ts';
import type { Values } from '../../lib/form/form-values.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { FilterValues as Fixed } from '../../lib/list/update-list-url.ts';
import { runAfterPointerUp } from '../../lib/pressed.ts';
import { Checkbox, Field } from '../../ui/index.ts';
import { Control } from '../kinds/control.tsx';
import { leavesUntouched } from './focus-untouched.ts';
import { FormIdContext } from './form-id.ts';

export type FieldControl = { value: unknown; onChange: (value: unknown) => void; onBlur: () => void };

export type FormInputProps = {
  of: FieldSpec;
  required?: boolean;
  hint?: ReactNode;
  disabled?: boolean;
  /** Limits the records that a ref offers. */
  fixed?: Fixed;
  className?: string;
  /** The screen's own control instead of the kind's. */
  children?: (control: FieldControl) => ReactNode;
};

/**
 * One field of the surrounding form: label, control, hint and error. It is checked when it loses focus, and with
 * every change while it has an error.
 */
export const FormInput = ({ of, required, hint, disabled, fixed, className, children }: FormInputProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const { control, trigger } = useFormContext<Values>();
  const id = toFieldId(of.name, use(FormIdContext));
  const { field } = useController({ name: of.name, control });
  // the field's own state does not include errors of its parts (`titles.de`)
  const wrong = collectErrors(get(useFormState({ control }).errors, of.name));
  // the form does not find errors inside a value by itself, so each part is named (`titles.en`)
  const parts =
    of.kind === 'localized' ? [of.name, ...LOCALES.map((code) => `${of.name}.${code}`)] : [of.name];
  const change = (value: unknown) => {
    field.onChange(value);
    if (wrong.length > 0) void trigger(parts);
  };
  // the error appears after the pointer is released, because it must not move the button that is being clicked
  const leave = () =>
    runAfterPointerUp(() => {
      if (leavesUntouched(id)) return;
      field.onBlur();
      if (parts.length > 1) void trigger(parts);
    });
  const fieldControl: FieldControl = { value: field.value, onChange: change, onBlur: leave };
  const error = wrong[0]?.message;
  if (of.kind === 'flag' && !children) {
    return (
      <Checkbox
        id={id}
        className={className}
        checked={field.value === true || field.value === 1}
        onChange={change}
        label={t(of.label)}
        hint={error ?? hint}
        disabled={disabled}
      />
    );
  }
  return (
    <Field
      id={id}
      label={t(of.label)}
      hint={hint}
      error={error && <bdi>{error}</bdi>}
      required={required}
      className={className}
    >
      {children ? (
        children(fieldControl)
      ) : (
        <Control
          of={of}
          {...fieldControl}
          disabled={disabled}
          fixed={fixed}
          wrong={wrong.map((error) => error.path)}
        />
      )}
    </Field>
  );
};
