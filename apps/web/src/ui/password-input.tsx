import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from './cx.ts';
import { useField } from './field.tsx';
import { controlClass } from './input.tsx';

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  showLabel: string;
  hideLabel: string;
  /** Below the box: what a good password needs and what is met. */
  strength?: ReactNode;
};

/** A password that can be looked at. Say `autoComplete`: `current-password` or `new-password`. */
export const PasswordInput = ({ showLabel, hideLabel, strength, className, ...rest }: PasswordInputProps) => {
  const [seen, setSeen] = useState(false);
  const own = useField(rest);
  return (
    <div className={className}>
      <div className="relative">
        <input
          {...own}
          type={seen ? 'text' : 'password'}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          className={cx(controlClass, 'h-control ps-2.5 pe-10 rtl:ps-10 rtl:pe-2.5 rtl:text-end')}
        />
        <button
          type="button"
          aria-label={seen ? hideLabel : showLabel}
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
          className="absolute inset-y-0 end-0 grid w-9 place-items-center rounded-md text-subtle hover:text-ink focus-visible:-outline-offset-2"
        >
          {seen ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        </button>
      </div>
      {strength ? <div className="mt-1.5">{strength}</div> : null}
    </div>
  );
};
