import { createContext, type ReactNode, use, useId } from 'react';
import { cx } from '../cx.ts';

type FieldWiring = {
  id: string;
  'aria-labelledby'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
};

export const FieldContext = createContext<FieldWiring | null>(null);

/**
 * Returns the attributes that connect a control with its Field; the control's own props win. Use `as: 'group'` for
 * controls that a label element cannot name (radio buttons, segments).
 */
export const useField = <P extends object>(controlProps: P, as: 'control' | 'group' = 'control') => {
  const field = use(FieldContext);
  const definedProps = Object.fromEntries(
    Object.entries(controlProps).filter(([, value]) => value !== undefined),
  );
  if (!field) return definedProps as P & Partial<FieldWiring>;
  const { 'aria-labelledby': labelledBy, ...wiring } = field;
  const naming = as === 'group' ? { 'aria-labelledby': labelledBy } : {};
  return { ...wiring, ...naming, ...definedProps } as P & Partial<FieldWiring>;
};

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error message; it marks the control as invalid. */
  error?: ReactNode;
  required?: boolean | undefined;
  /** At the end of the label's line, such as 'Forgot?', a counter or a link. */
  aside?: ReactNode;
  /** Set it where a summary links to the field; otherwise it is generated. */
  id?: string | undefined;
  className?: string | undefined;
  /** One control of this design system, which reads its attributes from the Field. */
  children: ReactNode;
};

/** A label, its control, a hint and an error, connected for screen readers. */
export const Field = ({ label, hint, error, required, aside, id, className, children }: FieldProps) => {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const describedBy = [error ? `${controlId}-error` : '', hint ? `${controlId}-hint` : '']
    .filter(Boolean)
    .join(' ');
  const wiring: FieldWiring = {
    id: controlId,
    'aria-labelledby': `${controlId}-label`,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  };
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label id={`${controlId}-label`} htmlFor={controlId} className="text-sm font-medium text-ink">
          {label}
          {required ? (
            <span aria-hidden="true" className="ms-0.5 text-danger-text">
              *
            </span>
          ) : null}
        </label>
        {aside ? <div className="text-sm text-subtle">{aside}</div> : null}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {error ? (
        <p id={`${controlId}-error`} className="text-sm text-danger-text">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${controlId}-hint`} className="text-sm text-subtle">
          {hint}
        </p>
      ) : null}
    </div>
  );
};
