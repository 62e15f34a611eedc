import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldError, focusField, sortByPagePosition, toFieldId } from '../../lib/form/form-errors.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Banner } from '../../ui/index.ts';

/** Lists the errors with links to their fields, and focuses the first field when `at` (the submit count) changes. */
export const ErrorSummary = ({
  wrong: errors,
  at,
}: {
  wrong: readonly FieldError[];
  at: number;
}): ReactNode => {
  const { t } = useTranslation('kit');
  const box = useRef<HTMLDivElement>(null);
  const lastSubmit = useRef(at);
  const wrong = sortByPagePosition(errors);
  const first = wrong[0]?.path;
  useEffect(() => {
    if (first === undefined || lastSubmit.current === at) return;
    lastSubmit.current = at;
    // an error whose field is not on the page cannot be focused, so the list itself gets the focus and is read out
    if (!focusField(first)) box.current?.focus();
  }, [at, first]);
  if (wrong.length === 0 || at === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className="outline-offset-4">
      <Banner tone="danger" title={t('form.wrong', { count: wrong.length })}>
        <ul className="list-disc ps-5">
          {wrong.map(({ path, message }) => (
            <li key={path}>
              <a
                href={`#${toFieldId(path)}`}
                className="rounded-sm underline underline-offset-2"
                onClick={(event) => {
                  event.preventDefault();
                  focusField(path);
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
};
