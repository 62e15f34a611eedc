import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { FinalWords, Instant, Link, RecordStates } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { getRecordPath } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Button, Card, CardBody, CardHeader, ConfirmDialog, EmptyState } from '../../ui/index.ts';

type Job = RowOf<typeof api.job.list>;

/** The number of jobs listed at first, and the most that are listed; the latest come first. */
const FIRST = 10;
const MOST = 100;
const CARD_ID = 'failed-jobs';

const useFailedJobs = (limit: number) =>
  useRead(api.job.list, { limit, sort_by: 'failed_at', sort_as: 'desc' });

/** A banner above the settings about failed jobs that need a decision, with a link to them. */
export const FailedJobsBanner = () => {
  const { t } = useTranslation('setting');
  const { number } = useFormat();
  const total = useFailedJobs(FIRST).meta?.total ?? 0;
  if (total === 0) return null;
  return (
    <Banner tone="warning">
      {t('jobs.count', { count: total, shown: number(total) })}{' '}
      <a className="underline" href={`#${CARD_ID}`}>
        {t('jobs.show')}
      </a>
    </Banner>
  );
};

/** The failed jobs, each with a button to try again and a button to give up. */
export const FailedJobsCard = () => {
  const { t } = useTranslation('setting');
  const { number } = useFormat();
  const [limit, setLimit] = useState(FIRST);
  const read = useFailedJobs(limit);
  const total = read.meta?.total ?? 0;
  return (
    <div id={CARD_ID} className="scroll-mt-16">
      <Card>
        <CardHeader title={t('jobs.title')} description={t('jobs.text')} />
        <CardBody>
          <RecordStates read={read} use={api.job.list}>
            {(jobs) =>
              jobs.length === 0 ? (
                <EmptyState icon={<CircleCheck />} title={t('jobs.empty')} text={t('jobs.empty_text')} />
              ) : (
                <>
                  <ul className="divide-y divide-line">
                    {jobs.map((job) => (
                      <JobLine key={job.id} job={job} />
                    ))}
                  </ul>
                  {total > jobs.length && limit < MOST ? (
                    <Button variant="link" className="mt-2" onClick={() => setLimit(MOST)}>
                      {t('jobs.more', { count: total, shown: number(total) })}
                    </Button>
                  ) : null}
                </>
              )
            }
          </RecordStates>
        </CardBody>
      </Card>
    </div>
  );
};

const findJobRecordPath = ({ noun, record_id }: Job): string | null =>
  noun === null || record_id === null ? null : getRecordPath(noun, record_id);

const JobLine = ({ job }: { job: Job }) => {
  const { t } = useTranslation(['setting', 'shell', 'kit']);
  const { number } = useFormat();
  const [asking, setAsking] = useState(false);
  const { id, queue, noun, record_id, tries, failed_at, message, actions } = job;
  const name = t(`setting:jobs.queue.${queue.replace(/[.-]/g, '_')}`);
  const record = noun === null ? null : `${t(`shell:noun.${noun}`)} ${record_id}`;
  const path = findJobRecordPath(job);
  const full = record === null ? name : `${name}: ${record}`;
  const retry = useWrite(api.job.retry, { success: t('setting:jobs.retried', { job: isolateBidi(full) }) });
  const drop = useWrite(api.job.drop, {
    success: t('setting:jobs.dropped', { job: isolateBidi(full) }),
    onSuccess: () => setAsking(false),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          <bdi>{name}</bdi>
          {record === null ? null : (
            <>
              {' · '}
              {path ? (
                <Link className="underline" to={path}>
                  <bdi>{record}</bdi>
                </Link>
              ) : (
                <bdi>{record}</bdi>
              )}
            </>
          )}
        </p>
        <p className="text-sm break-words text-subtle">
          <bdi>{message}</bdi>
        </p>
        <p className="text-sm text-subtle">
          {t('setting:jobs.tries', { count: tries, shown: number(tries) })} · <Instant at={failed_at} />
        </p>
      </div>
      <div className="flex items-center gap-2">
        {actions.includes('retry') ? (
          <Button
            size="sm"
            loading={retry.busy}
            aria-label={`${t('setting:jobs.retry')}: ${full}`}
            onClick={() => void retry.submit({ id })}
          >
            {t('setting:jobs.retry')}
          </Button>
        ) : null}
        {actions.includes('drop') ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${t('setting:jobs.drop')}: ${full}`}
            onClick={() => setAsking(true)}
          >
            {t('setting:jobs.drop')}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('setting:jobs.ask')}
        text={
          <FinalWords>
            <bdi>{full}</bdi>. {t(record === null ? 'setting:jobs.ask_clock' : 'setting:jobs.ask_text')}
          </FinalWords>
        }
        confirmLabel={t('setting:jobs.drop')}
        cancelLabel={t('kit:cancel')}
        danger
        loading={drop.busy}
        onConfirm={() => void drop.submit({ id })}
      />
    </li>
  );
};
