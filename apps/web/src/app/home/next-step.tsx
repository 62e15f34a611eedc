import { useLocation } from 'react-router-dom';
import { Link } from '../../kit/link.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Banner, Button } from '../../ui/index.ts';
import { setGuidedStep, useGuidedStep } from './guided-step.ts';
import { useFirstSteps } from './use-first-steps.ts';

/** Suggests the next setup step above the page, once the current step is done. */
export default function NextStep() {
  const { t } = useTranslation(['shell', 'kit']);
  const { pathname } = useLocation();
  const key = useGuidedStep();
  const steps = useFirstSteps();
  const next = steps?.find(({ done }) => !done);
  const isDone = steps?.some((step) => step.key === key && step.done);
  if (!isDone || !next || pathname === paths.home) return null;
  return (
    <div className="mb-4 print:hidden">
      <Banner
        tone="success"
        title={t('shell:steps.next', { step: next.title })}
        onClose={() => setGuidedStep(null)}
        closeLabel={t('kit:close')}
        actions={
          <Button asChild size="sm">
            <Link to={next.path} onClick={() => setGuidedStep(next.key)}>
              {t('shell:steps.go_on')}
            </Link>
          </Button>
        }
      >
        {next.text}
      </Banner>
    </div>
  );
}
