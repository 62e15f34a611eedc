import { RadioGroup as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { useField } from '../field/field.tsx';
import { BesideLabel } from '../field/labelled-control.tsx';

export type Choice<V extends string> = {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean | undefined;
};

export type RadioGroupProps<V extends string> = {
  value: V | undefined;
  onChange: (value: V) => void;
  options: readonly Choice<V>[];
  disabled?: boolean | undefined;
  /** The accessible name, where no Field gives one. */
  'aria-label'?: string | undefined;
  className?: string | undefined;
};

/** Picks one of a few options, all visible, each with room for an explanation. */
export const RadioGroup = <V extends string>({
  value,
  onChange,
  options,
  className,
  ...rest
}: RadioGroupProps<V>) => {
  const fieldProps = useField(rest, 'group');
  const generatedName = useId();
  return (
    <Radix.Root
      {...fieldProps}
      value={value ?? null}
      onValueChange={(next) => onChange(next as V)}
      className={cx('flex flex-col gap-1.5', className)}
    >
      {options.map((option, index) => {
        const id = `${generatedName}-${index}`;
        return (
          <BesideLabel
            key={option.value}
            id={id}
            label={option.label}
            hint={option.hint}
            disabled={option.disabled}
          >
            <Radix.Item
              id={id}
              value={option.value}
              disabled={option.disabled}
              aria-describedby={option.hint ? `${id}-note` : undefined}
              className={cx(
                'hit grid size-4 place-items-center rounded-full border border-line-strong bg-surface hover:border-muted',
                'data-[state=checked]:border-primary-solid data-[state=checked]:bg-primary-solid disabled:opacity-50',
              )}
            >
              <Radix.Indicator className="block size-1.5 rounded-full bg-white" />
            </Radix.Item>
          </BesideLabel>
        );
      })}
    </Radix.Root>
  );
};

/** Picks one of two to four short words side by side, such as a view, a unit or a period. */
export const SegmentedControl = <V extends string>({
  value,
  onChange,
  options,
  className,
  ...rest
}: RadioGroupProps<V>) => {
  const fieldProps = useField(rest, 'group');
  return (
    <Radix.Root
      {...fieldProps}
      orientation="horizontal"
      value={value ?? null}
      onValueChange={(next) => onChange(next as V)}
      className={cx('inline-flex w-fit max-w-full rounded-md border border-line bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          className={cx(
            'inline-flex min-h-[calc(var(--control)-6px)] items-center justify-center gap-1.5 rounded-sm px-3 text-sm font-medium text-muted',
            'transition-colors duration-100 hover:text-ink disabled:opacity-50 [&_svg]:size-4',
            'data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-sm',
            'data-[state=checked]:ring-1 data-[state=checked]:ring-line',
          )}
        >
          {option.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
};
