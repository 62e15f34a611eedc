import { listUnmetPasswordRules, PASSWORD_MIN, type UnmetPasswordRule } from '@dukkan/commerce';
import { Check, Circle } from 'lucide-react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';

const PARTS: readonly UnmetPasswordRule[] = ['length', 'lower', 'upper', 'digit', 'symbol'];

/** The password rules, each marked as soon as the typed password meets it. */
export const Checklist = ({ password }: { password: string }) => {
  const { t } = useTranslation('profile');
  const { number } = useFormat();
  const gaps = listUnmetPasswordRules(password);
  return (
    <ul aria-label={t('strength.label')} className="grid gap-x-4 gap-y-0.5 text-sm sm:grid-cols-2">
      {PARTS.map((part) => {
        const met = !gaps.includes(part);
        return (
          <li
            key={part}
            className={cx('flex items-center gap-1.5', met ? 'text-success-text' : 'text-muted')}
          >
            {met ? (
              <Check aria-hidden="true" className="size-3.5 shrink-0" />
            ) : (
              <Circle aria-hidden="true" className="size-3.5 shrink-0" />
            )}
            <span>
              {t(`strength.${part}`, { min: number(PASSWORD_MIN) })}
              <span className="sr-only"> ({t(met ? 'strength.met' : 'strength.open')})</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
};
