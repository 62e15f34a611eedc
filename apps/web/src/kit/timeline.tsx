import type { Noun } from '@dukkan/contract';
import { History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldSpec } from '../lib/fact.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Button, Drawer, SkeletonRows } from '../ui/index.ts';
import { Failed } from './record-states.tsx';
import { type LogEntry, TimelineEntry } from './timeline-entry.tsx';

const STEP = 20;
const STEPS_MAX = 5;

export type TimelineProps = {
  noun: Noun;
  id: number | string;
  /** The fields of the record, which name what changed. */
  facts: Readonly<Record<string, FieldSpec>>;
  /** What a screen offers beside an entry, such as undoing it. */
  action?: (entry: LogEntry) => ReactNode;
};

type TimelineButtonProps = TimelineProps & {
  /** The text of the button where it is not the only history of its page. */
  label?: string;
};

/** A button that opens the changes of a record with user and time, newest first. */
export const Timeline = ({ label, ...props }: TimelineButtonProps) => {
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<History />}
        {...(label === undefined ? {} : { size: 'sm', variant: 'ghost' })}
        onClick={() => setOpen(true)}
      >
        {label ?? t('timeline.label')}
      </Button>
      <Drawer open={open} onOpenChange={setOpen} title={t('timeline.title')} closeLabel={t('close')}>
        {open ? <TimelineEntries {...props} /> : null}
      </Drawer>
    </>
  );
};

type TimelineEntriesProps = TimelineProps & {
  /** The number of entries that are shown at first; 20 by default. */
  first?: number;
};

/** Lists the changes of one record as sentences with their user and time, newest first. */
export const TimelineEntries = ({ noun, id, facts, action, first = STEP }: TimelineEntriesProps) => {
  const { t } = useTranslation('kit');
  const [limit, setLimit] = useState(first);
  const read = useRead(api.audit.list, { noun, record_id: String(id), limit });
  if (read.failure && !read.results)
    return <Failed failure={read.failure} retry={() => void read.refetch()} />;
  if (!read.results) return <SkeletonRows rows={4} columns={2} label={t('list.loading')} />;
  if (read.results.length === 0) return <p className="text-muted">{t('timeline.empty')}</p>;
  const hasMore = (read.meta?.total ?? 0) > read.results.length && limit < STEP * STEPS_MAX;
  return (
    <>
      <ol className="flex flex-col divide-y divide-line">
        {read.results.map((entry) => (
          <TimelineEntry key={entry.id} entry={entry} facts={facts} action={action?.(entry)} />
        ))}
      </ol>
      {hasMore ? (
        <Button
          className="mt-3"
          loading={read.isFetching}
          onClick={() => setLimit(limit < STEP ? STEP : limit + STEP)}
        >
          {t('timeline.more')}
        </Button>
      ) : null}
    </>
  );
};
