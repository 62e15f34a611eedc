import { Check, ChevronRight } from 'lucide-react';
import { Link } from '../../kit/link.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.ts';
import { Button, Card, CardHeader, cx } from '../../ui/index.ts';
import { setGuidedStep } from './guided-step.ts';
import { dismissFirstSteps, type FirstStep, useFirstSteps } from './use-first-steps.ts';

/** The setup steps that a new shop still needs before its first order; hidden when all are done or dismissed. */
export const FirstSteps = () => {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const steps = useFirstSteps();
  if (!steps || steps.every(({ done }) => done)) return null;
  const next = steps.find(({ done }) => !done);
  const putAside = (keys: readonly string[]) =>
    dismissFirstSteps([...(user?.preferences.steps_aside ?? []), ...keys]);
  return (
    <Card className="mb-6" aria-label={t('steps.title')}>
      <CardHeader
        title={t('steps.title')}
        description={t('steps.text')}
        actions={
          <Button size="sm" variant="ghost" onClick={() => putAside(steps.map(({ key }) => key))}>
            {t('steps.hide')}
          </Button>
        }
      />
      <ol className="p-2">
        {steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            number={index + 1}
            isNext={step === next}
            onAside={() => putAside([step.key])}
          />
        ))}
      </ol>
    </Card>
  );
};

type StepProps = { step: FirstStep; number: number; isNext: boolean; onAside: () => void };

const Step = ({ step: { key, path, done, title, text }, number, isNext, onAside }: StepProps) => {
  const { t } = useTranslation('shell');
  return (
    <li className={cx('flex items-center rounded-md hover:bg-hover', isNext && 'bg-primary-soft')}>
      <Link
        to={path}
        onClick={() => setGuidedStep(key)}
        aria-current={isNext ? 'step' : undefined}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2.5"
      >
        <span
          className={cx(
            'grid size-6 shrink-0 place-items-center rounded-full text-sm font-medium',
            done ? 'bg-success-soft text-success-text' : 'bg-primary-soft text-primary-text',
          )}
        >
          {done ? <Check aria-hidden="true" className="size-4" /> : <bdi>{number}</bdi>}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-ink">{title}</span>
          <span className="block text-sm text-muted">{done ? t('steps.done') : text}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle rtl:-scale-x-100" />
      </Link>
      {done || key !== 'products' ? null : (
        <Link to={paths.productNew} onClick={() => setGuidedStep(key)} className="me-2 text-sm text-muted">
          {t('steps.products_one')}
        </Link>
      )}
      {done ? null : (
        <Button
          size="sm"
          variant="ghost"
          className="me-2"
          aria-label={t('steps.skip_of', { step: title })}
          onClick={onAside}
        >
          {t('steps.skip')}
        </Button>
      )}
    </li>
  );
};
