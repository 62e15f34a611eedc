import { Check } from 'lucide-react';
import { Link } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';
import { type ImportStep, STEPS } from './import.ts';

/** The current step of an import; steps to which the user can return are links. */
export const ImportSteps = ({
  at,
  back,
}: {
  at: ImportStep;
  back?: { step: ImportStep; to: string } | undefined;
}) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const now = STEPS.indexOf(at);
  return (
    <nav aria-label={t('steps.label')} className="mb-gap">
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {STEPS.map((step, index) => {
          const done = index < now || at === 'result';
          const current = index === now;
          const name = t(`steps.${step}`);
          return (
            <li
              key={step}
              aria-current={current ? 'step' : undefined}
              className={cx('flex items-center gap-2', current ? 'font-medium text-ink' : 'text-subtle')}
            >
              {index > 0 ? <span aria-hidden="true" className="h-px w-3 bg-line-strong sm:w-6" /> : null}
              <span
                aria-hidden="true"
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular [&_svg]:size-3.5',
                  current || done
                    ? 'border-primary-solid bg-primary-solid text-on-solid'
                    : 'border-line-strong bg-surface',
                )}
              >
                {done ? <Check /> : number(index + 1)}
              </span>
              <span className={cx(!current && 'max-sm:sr-only')}>
                {back?.step === step && !current ? (
                  <Link to={back.to} className="hit rounded-sm underline-offset-3 hover:underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}
                {done && !current ? <span className="sr-only"> ({t('steps.done')})</span> : null}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
};
