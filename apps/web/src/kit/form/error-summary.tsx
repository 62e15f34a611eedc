import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Banner } from '../../ui/index.ts';

export type Wrong = { path: string; message: string };

/** Every message of a form's errors with the path of its field, in the order of the form. */
export function wrongOf(errors: unknown, path = ''): Wrong[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const message: unknown = Reflect.get(errors, 'message');
  if (typeof message === 'string' && 'type' in errors) return [{ path, message }];
  return Object.entries(errors).flatMap(([key, inner]) => wrongOf(inner, path ? `${path}.${key}` : key));
}

/** The id of a field's control on the page. */
export const fieldId = (name: string): string => `f-${name.replaceAll('.', '-')}`;

/** Puts the focus on the control of a field, or of the field that it is a part of. */
export function focusField(path: string): boolean {
  for (let name = path; name !== ''; name = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '') {
    const control = document.getElementById(fieldId(name));
    if (!control) continue;
    control.focus();
    control.scrollIntoView({ block: 'center' });
    return true;
  }
  return false;
}

/** What is wrong, each with a way to its field; takes the focus to the first when `at` (a submit) changes. */
export const ErrorSummary = ({ wrong, at }: { wrong: readonly Wrong[]; at: number }): ReactNode => {
  const { t } = useTranslation('kit');
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(at);
  const first = wrong[0]?.path;
  useEffect(() => {
    if (first === undefined || seen.current === at) return;
    seen.current = at;
    // an error that belongs to no field is at least read out
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
                href={`#${fieldId(path)}`}
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
