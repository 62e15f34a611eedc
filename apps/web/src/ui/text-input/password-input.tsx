import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from '../cx.ts';
import { useField } from '../field/field.tsx';
import { bareClass, controlBoxClass } from './input.tsx';

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  showLabel: string;
  hideLabel: string;
  /** Below the box: the password rules and which ones are met. */
  strength?: ReactNode;
};

/** A password box with a show button. Set `autoComplete` to `current-password` or `new-password`. */
export const PasswordInput = ({ showLabel, hideLabel, strength, className, ...rest }: PasswordInputProps) => {
  const [isVisible, setVisible] = useState(false);
  const fieldProps = useField(rest);
  return (
    <div className={className}>
      <div className={cx(controlBoxClass, 'h-control ps-2.5')}>
        <input
          {...fieldProps}
          type={isVisible ? 'text' : 'password'}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          className={cx(bareClass, 'rtl:text-end')}
        />
        <button
          type="button"
          aria-label={isVisible ? hideLabel : showLabel}
          onClick={() => setVisible(!isVisible)}
          className="grid h-full w-9 shrink-0 place-items-center rounded-md text-subtle hover:text-ink focus-visible:-outline-offset-2"
        >
          {isVisible ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        </button>
      </div>
      {strength ? <div className="mt-1.5">{strength}</div> : null}
    </div>
  );
};
