import { TicketPercent } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Field, Input } from '../../../ui/index.ts';
import { focusAfterRender } from './focus.ts';

const linkClass = 'hit px-1 text-primary-text hover:underline';

type CouponFieldProps = {
  id: string;
  /** The text of the box. */
  text: string;
  /** The code with which the order is priced; '' without one. */
  code: string;
  /** Why the code is refused. */
  error: string | undefined;
  hint?: ReactNode;
  onText: (text: string) => void;
  /** Applies the text as the order's code; '' removes the coupon. */
  onApply: (text: string) => void;
};

/**
 * The coupon field; the code is applied with Enter or when the field is left. Applied or not, it stays in the same box,
 * so that nothing moves under the pointer, and the buttons to apply and to remove are in different places, so that a
 * double click does not do both.
 */
export const CouponField = ({ id, text, code, error, hint, onText, onApply }: CouponFieldProps) => {
  const { t } = useTranslation(['order', 'fields']);
  const apply = (next: string) => {
    onApply(next);
    // the pressed button disappears, so the focus moves to the box
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
          // when the focus moves to the apply button, that button applies the code
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
              // keeps the focus in the box, because leaving it would remove the button before the click
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
