import { type ReactNode, use, useState } from 'react';
import { cx } from '../cx.ts';
import { FieldContext } from './field.tsx';

export type LocalizedLanguage<L extends string> = {
  code: L;
  /** The short name of the language, such as 'عربي' or 'English'. */
  label: string;
  dir: 'ltr' | 'rtl';
  /** True while the text is empty. */
  missing: boolean;
  /** True while the text has an error. */
  invalid?: boolean | undefined;
};

export type LocalizedTabsProps<L extends string> = {
  languages: readonly LocalizedLanguage<L>[];
  /** The mark of a missing translation, such as 'not translated'. */
  missingLabel: string;
  /** The label of the tab list. */
  label: string;
  /** The active language; without `value` and `onChange` the component keeps it itself. */
  value?: L | undefined;
  onChange?: ((code: L) => void) | undefined;
  /** Renders the control of a language; all are mounted, one is visible. */
  children: (language: LocalizedLanguage<L>) => ReactNode;
};

/** One text in several languages: a tab each, with the language's own direction. */
export const LocalizedTabs = <L extends string>({
  languages,
  missingLabel,
  label,
  value,
  onChange,
  children,
}: LocalizedTabsProps<L>) => {
  const field = use(FieldContext);
  const [internalValue, setInternalValue] = useState(languages[0]?.code);
  const current = value ?? internalValue;
  const show = (code: L) => {
    setInternalValue(code);
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
        const isVisible = language.code === current;
        // the field's label belongs to the visible language's control
        const wiring = field && { ...field, id: isVisible ? field.id : `${field.id}-${language.code}` };
        return (
          <div key={language.code} lang={language.code} dir={language.dir} hidden={!isVisible}>
            <FieldContext value={wiring}>{children(language)}</FieldContext>
          </div>
        );
      })}
    </div>
  );
};
