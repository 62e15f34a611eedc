import { TicketPercent } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Field, Input } from '../../../ui/index.ts';
import { focusAfterRender } from './focus.ts';

const linkClass = 'hit px-1 text-primary-text hover:underline';

type CouponFieldProps = {
  id: string;
  /** What stands in the box. */
  text: string;
  /** The code that the order is priced with; '' where there is none. */
  code: string;
  /** Why the code is refused. */
  error: string | undefined;
  hint?: ReactNode;
  onText: (text: string) => void;
  /** The text becomes the code of the order; '' takes the coupon off. */
  onApply: (text: string) => void;
};

/**
 * The code, taken once it is entered whole or left. Taken or not, it stands in the same box: what is clicked on next
 * must not move away under the hand, and taking and removing have places of their own for a second click.
 */
export const CouponField = ({ id, text, code, error, hint, onText, onApply }: CouponFieldProps) => {
  const { t } = useTranslation(['order', 'fields']);
  const apply = (next: string) => {
    onApply(next);
    // the button is gone with what it did
    focusAfterRender(`#${id}`);
  };
  return (
    <Field
      label={t('fields:coupon')}
      id={id}
      hint={hint}
      error={error ? <span role="alert">{error}</span> : undefined}
      aside={
        code === '' ? undefined : (
          <button type="button" className={linkClass} onClick={() => apply('')}>
            {t('order:make.drop_coupon')}
          </button>
        )
      }
    >
      <Input
        dir="ltr"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={({ currentTarget, relatedTarget }) => {
          // its own button takes it, when it is pressed
          if (!currentTarget.parentElement?.contains(relatedTarget)) onApply(text);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onApply(text);
        }}
        start={<TicketPercent aria-hidden="true" />}
        end={
          text.trim() === code ? undefined : (
            <button
              type="button"
              className={linkClass}
              // or the box would be left, and the button gone, before it is clicked
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => apply(text)}
              onBlur={() => onApply(text)}
            >
              {t('order:make.take_coupon')}
            </button>
          )
        }
      />
    </Field>
  );
};
