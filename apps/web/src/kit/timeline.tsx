import type { Noun } from '@dukkan/contract';
import { ArrowRight, History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldSpec } from '../lib/fact.ts';
import { useTranslation } from '../lib/i18n.ts';
import { type LogChange, listLogChanges, toLogCell } from '../lib/log-change.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Button, Drawer, FactList, SkeletonRows } from '../ui/index.ts';
import { Cell, Instant } from './kinds/cell.tsx';
import { RefText } from './pickers/ref-text.tsx';
import { Failed } from './record-states.tsx';

type Entry = RowOf<typeof api.audit.list>;

const STEP = 20;
const STEPS_MAX = 5;

export type TimelineProps = {
  noun: Noun;
  id: number | string;
  facts: Readonly<Record<string, FieldSpec>>;
  /** What the screen offers beside an entry, such as undoing it. */
  action?: (entry: Entry) => ReactNode;
};

/** A button that opens the changes of a record with user and time, newest first. */
export const Timeline = (props: TimelineProps) => {
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<History />} onClick={() => setOpen(true)}>
        {t('timeline.label')}
      </Button>
      <Drawer open={open} onOpenChange={setOpen} title={t('timeline.title')} closeLabel={t('close')}>
        {open ? <TimelineEntries {...props} /> : null}
      </Drawer>
    </>
  );
};

/** Lists the changes of one record with user and time, newest first. */
export const TimelineEntries = ({ noun, id, facts: fields, action }: TimelineProps) => {
  const { t } = useTranslation('kit');
  const [steps, setSteps] = useState(1);
  const read = useRead(api.audit.list, { noun, record_id: String(id), limit: STEP * steps });
  if (read.failure && !read.results)
    return <Failed failure={read.failure} retry={() => void read.refetch()} />;
  if (!read.results) return <SkeletonRows rows={4} columns={2} label={t('list.loading')} />;
  if (read.results.length === 0) return <p className="text-muted">{t('timeline.empty')}</p>;
  const hasMore = (read.meta?.total ?? 0) > read.results.length && steps < STEPS_MAX;
  return (
    <>
      <ol className="flex flex-col divide-y divide-line">
        {read.results.map((entry) => (
          <Entry key={entry.id} entry={entry} fields={fields} action={action?.(entry)} />
        ))}
      </ol>
      {hasMore ? (
        <Button className="mt-3" loading={read.isFetching} onClick={() => setSteps(steps + 1)}>
          {t('timeline.more')}
        </Button>
      ) : null}
    </>
  );
};

type EntryProps = { entry: Entry; fields: TimelineProps['facts']; action: ReactNode };

const Entry = ({ entry, fields, action }: EntryProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const { actor, account_id } = entry;
  const by = account_id === null ? t(`kit:timeline.actor.${actor}`, { defaultValue: actor }) : actor;
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <bdi className="font-medium">{by}</bdi>{' '}
          <span className="text-muted">
            {t(`kit:timeline.action.${entry.action}`, { defaultValue: entry.action })}
          </span>
        </span>
        <span className="text-sm text-subtle">
          <Instant at={entry.at} />
        </span>
      </p>
      <FactList
        facts={listLogChanges(fields, entry.changes).map((change) => ({
          id: change.of.name,
          name: <ChangeName of={change} branch_id={entry.branch_id} />,
          value: <Change {...change} />,
        }))}
      />
      {action}
    </li>
  );
};

/** What changed: a field of the record, an item, or with its name the branch in which the record applies. */
const ChangeName = ({ of: { of, title }, branch_id }: { of: LogChange; branch_id: number | null }) => {
  const { t } = useTranslation('fields');
  if (title) return <bdi>{title}</bdi>;
  const label = t(of.label, { defaultValue: of.name.replaceAll('_', ' ') });
  if (of.name !== 'assigned' || branch_id === null) return label;
  return (
    <>
      {label} · <RefText to="branch" id={branch_id} />
    </>
  );
};

const Change = ({ of, from, to }: LogChange) => {
  const { t } = useTranslation('kit');
  return (
    <>
      <Cell {...toLogCell(of, from)} />
      <ArrowRight aria-label={t('timeline.becomes')} className="size-3.5 text-subtle rtl:-scale-x-100" />
      <Cell {...toLogCell(of, to)} />
    </>
  );
};
