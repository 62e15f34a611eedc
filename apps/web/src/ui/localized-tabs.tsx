import { type ReactNode, use, useState } from 'react';
import { cx } from './cx.ts';
import { FieldContext } from './field.tsx';

export type LocalizedLanguage<L extends string> = {
  code: L;
  /** Its short name: 'عربي', 'English'. */
  label: string;
  dir: 'ltr' | 'rtl';
  /** No text is there yet. */
  missing: boolean;
  /** Its text is wrong. */
  invalid?: boolean | undefined;
};

export type LocalizedTabsProps<L extends string> = {
  languages: readonly LocalizedLanguage<L>[];
  /** Says that a translation is missing: 'not translated'. */
  missingLabel: string;
  /** Names the row of tabs. */
  label: string;
  /** The language in view; leave out `value` and `onChange` to let it look after itself. */
  value?: L | undefined;
  onChange?: ((code: L) => void) | undefined;
  /** Draws the control of one language; all are mounted, one is seen. */
  children: (language: LocalizedLanguage<L>) => ReactNode;
};

/** One text in several languages as one control: a tab each, in the language's own direction. */
export const LocalizedTabs = <L extends string>({
  languages,
  missingLabel,
  label,
  value,
  onChange,
  children,
}: LocalizedTabsProps<L>) => {
  const field = use(FieldContext);
  const [own, setOwn] = useState(languages[0]?.code);
  const current = value ?? own;
  const show = (code: L) => {
    setOwn(code);
    onChange?.(code);
  };
  return (
    <div className="flex flex-col gap-1">
      <fieldset aria-label={label} className="flex gap-0.5">
        {languages.map((language) => (
          <button
            key={language.code}
            type="button"
            lang={language.code}
            aria-pressed={language.code === current}
            onClick={() => show(language.code)}
            className={cx(
              'hit inline-flex min-h-6 items-center gap-1.5 rounded-sm px-2 text-sm text-muted hover:bg-hover',
              'aria-pressed:bg-secondary-soft aria-pressed:font-medium aria-pressed:text-ink',
            )}
          >
            {language.label}
            {language.invalid || language.missing ? (
              <>
                <span
                  aria-hidden="true"
                  title={missingLabel}
                  className={cx(
                    'size-1.5 rounded-full',
                    language.invalid ? 'bg-danger-solid' : 'bg-warning-solid',
                  )}
                />
                {language.missing ? <span className="sr-only">({missingLabel})</span> : null}
              </>
            ) : null}
          </button>
        ))}
      </fieldset>
      {languages.map((language) => {
        const shown = language.code === current;
        // the field's label names and reaches the language in view; the others are hidden
        const wiring = field && { ...field, id: shown ? field.id : `${field.id}-${language.code}` };
        return (
          <div key={language.code} lang={language.code} dir={language.dir} hidden={!shown}>
            <FieldContext value={wiring}>{children(language)}</FieldContext>
          </div>
        );
      })}
    </div>
  );
};
