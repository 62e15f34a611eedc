import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { useField } from '../field/field.tsx';
import { BesideLabel } from '../field/labelled-control.tsx';

export type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The label beside the switch; without a label, pass `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  className?: string | undefined;
};

/** Turns something on or off at once. */
export const Switch = ({ checked, onChange, label, hint, className, ...rest }: SwitchProps) => {
  const generatedId = useId();
  const fieldProps = useField(rest);
  const id = fieldProps.id ?? generatedId;
  const track = (
    <Radix.Root
      {...(hint ? { 'aria-describedby': `${id}-note` } : {})}
      {...fieldProps}
      id={id}
      checked={checked}
      onCheckedChange={onChange}
      className={cx(
        'hit inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-100',
        'hover:bg-muted data-[state=checked]:bg-primary-solid data-[state=checked]:hover:bg-primary-hover',
        'disabled:opacity-50',
        !label && className,
      )}
    >
      <Radix.Thumb
        className={cx(
          'size-4 rounded-full bg-white shadow-sm transition-transform duration-100',
          'data-[state=checked]:translate-x-4 rtl:data-[state=checked]:-translate-x-4',
        )}
      />
    </Radix.Root>
  );
  if (!label) return track;
  return (
    <BesideLabel id={id} label={label} hint={hint} disabled={rest.disabled} className={className}>
      {track}
    </BesideLabel>
  );
};
