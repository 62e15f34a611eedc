import type { ReactNode } from 'react';
import { DayInput } from '../../../kit/dates/day-input.tsx';
import { TimeInput } from '../../../kit/dates/time-input.tsx';
import { RefPicker } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallFailure } from '../../../lib/server/call.ts';
import { Banner, Button, Card, CardBody, CardHeader, Field, SkeletonRows } from '../../../ui/index.ts';
import type { EffectBranchAndTime } from './use-effect-branch-and-time.ts';

export type EffectCardProps = {
  moment: EffectBranchAndTime;
  /** The input that is missing before an effect can be computed; null when complete. */
  missing: string | null;
  read: { results: unknown; failure: CallFailure | null; refetch: () => unknown; isFetching: boolean };
  children: ReactNode;
};

/** Shows how a rule changes prices, for a selected branch and time. */
export const EffectCard = ({ moment, missing, read, children }: EffectCardProps) => {
  const { t } = useTranslation(['offer', 'kit', 'fields']);
  const { failure } = read;
  return (
    <Card aria-label={t('offer:effect.title')} className="lg:sticky lg:top-4">
      <CardHeader title={t('offer:effect.title')} description={t('offer:effect.text')} />
      <CardBody className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label={t('fields:branch_id')} className="sm:col-span-3">
            <RefPicker
              to="branch"
              value={moment.branch_id}
              onChange={(branch_id) => moment.set({ branch_id })}
              fixed={{ status: 1 }}
            />
          </Field>
          <Field label={t('fields:date')} className="sm:col-span-2">
            <DayInput value={moment.date} onChange={(date) => moment.set({ date })} />
          </Field>
          <Field label={t('fields:time')}>
            <TimeInput value={moment.time} onChange={(time) => moment.set({ time })} />
          </Field>
        </div>
        {moment.date || moment.time ? (
          <div>
            <Button size="sm" onClick={() => moment.set({ date: '', time: '' })}>
              {t('offer:effect.now')}
            </Button>
          </div>
        ) : null}
        {missing !== null ? (
          <p className="text-sm text-subtle">{missing}</p>
        ) : failure ? (
          <Banner
            tone="warning"
            actions={
              failure.network || failure.status >= 500 ? (
                <Button size="sm" onClick={() => void read.refetch()}>
                  {t('kit:gap.retry')}
                </Button>
              ) : undefined
            }
          >
            <bdi>{Object.values(failure.errors)[0]?.[0] ?? failure.message}</bdi>
          </Banner>
        ) : read.results === undefined ? (
          <SkeletonRows columns={2} label={t('kit:list.loading')} />
        ) : (
          <div aria-busy={read.isFetching}>{children}</div>
        )}
      </CardBody>
    </Card>
  );
};
