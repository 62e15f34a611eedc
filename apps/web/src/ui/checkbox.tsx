import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { BesideLabel } from './beside-label.tsx';
import { cx } from './cx.ts';
import { useField } from './field.tsx';

export type CheckboxProps = {
  /** `indeterminate`: some of what it stands for. */
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  /** The text beside it; without one give `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
  id?: string | undefined;
  'aria-label'?: string | undefined;
  className?: string | undefined;
};

/** On, off, or partly. */
export const Checkbox = ({ checked, onChange, label, hint, className, ...rest }: CheckboxProps) => {
  const made = useId();
  const own = useField(rest);
  const id = own.id ?? made;
  const box = (
    <Radix.Root
      {...(hint ? { 'aria-describedby': `${id}-note` } : {})}
      {...own}
      id={id}
      checked={checked}
      onCheckedChange={(next) => onChange(next === true)}
      className={cx(
        'hit grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface text-on-solid',
        'transition-colors duration-75 hover:border-muted disabled:opacity-50 aria-invalid:border-danger-solid',
        'data-[state=checked]:border-primary-solid data-[state=checked]:bg-primary-solid',
        'data-[state=indeterminate]:border-primary-solid data-[state=indeterminate]:bg-primary-solid',
        !label && className,
      )}
    >
      <Radix.Indicator className="[&_svg]:size-3 [&_svg]:stroke-3">
        {checked === 'indeterminate' ? <Minus /> : <Check />}
      </Radix.Indicator>
    </Radix.Root>
  );
  if (!label) return box;
  return (
    <BesideLabel id={id} label={label} hint={hint} disabled={rest.disabled} className={className}>
      {box}
    </BesideLabel>
  );
};
