import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { useField } from '../field/field.tsx';
import { BesideLabel } from '../field/labelled-control.tsx';

export type CheckboxProps = {
  /** `indeterminate`: some of the rows it stands for are selected. */
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  /** The label beside the checkbox; without a label, pass `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  className?: string | undefined;
};

/** A native checkbox, styled, because every row of a list has one. */
export const Checkbox = ({ checked, onChange, label, hint, className, ...rest }: CheckboxProps) => {
  const generatedId = useId();
  const fieldProps = useField(rest);
  const id = fieldProps.id ?? generatedId;
  const box = (
    <input
      {...(hint ? { 'aria-describedby': `${id}-note` } : {})}
      {...fieldProps}
      type="checkbox"
      id={id}
      // there is no attribute for the indeterminate state
      ref={(element) => {
        if (element) element.indeterminate = checked === 'indeterminate';
      }}
      checked={checked === true}
      onChange={(event) => onChange(event.target.checked)}
      // Enter submits a form and must not toggle the box
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.currentTarget.form) event.preventDefault();
      }}
      className={cx(
        'tick hit grid size-4 shrink-0 enabled:cursor-pointer place-items-center rounded-sm border border-line-strong bg-surface text-on-solid',
        'transition-colors duration-75 hover:border-muted disabled:opacity-50 aria-invalid:border-danger-solid',
        'checked:border-primary-solid checked:bg-primary-solid',
        'indeterminate:border-primary-solid indeterminate:bg-primary-solid',
        !label && className,
      )}
    />
  );
  if (!label) return box;
  return (
    <BesideLabel id={id} label={label} hint={hint} disabled={rest.disabled} className={className}>
      {box}
    </BesideLabel>
  );
};
