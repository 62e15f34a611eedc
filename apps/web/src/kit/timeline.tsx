import { api, type Noun } from '@dukkan/contract';
import { ArrowRight, History } from 'lucide-react';
import { useState } from 'react';
import type { RowOf } from '../lib/endpoint.ts';
import { useTranslation } from '../lib/i18n.ts';
import { useRead } from '../lib/read.ts';
import { Banner, Button, Drawer, SkeletonRows } from '../ui/index.ts';
import { type Fact, facts, fieldOf } from './fact.ts';
import { Cell, Instant } from './kinds/cell.tsx';

type Entry = RowOf<typeof api.audit.list>;

/** How the log writes what may not stand in it (decisions 0.7). */
const SECRET = '•••';
const STEP = 20;
const STEPS_MAX = 5;

export type TimelineProps = { noun: Noun; id: number | string; facts: Readonly<Record<string, Fact>> };

/** A button that opens who changed what of one record, and when; newest first. */
export const Timeline = (props: TimelineProps) => {
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<History />} onClick={() => setOpen(true)}>
        {t('timeline.label')}
      </Button>
      <Drawer open={open} onOpenChange={setOpen} title={t('timeline.title')} closeLabel={t('close')}>
        {open ? <Entries {...props} /> : null}
      </Drawer>
    </>
  );
};

const Entries = ({ noun, id, facts: given }: TimelineProps) => {
  const { t } = useTranslation('kit');
  const [steps, setSteps] = useState(1);
  const read = useRead(api.audit.list, { noun, record_id: String(id), limit: STEP * steps });
  if (read.failure && !read.results) {
    return (
      <Banner tone="danger" actions={<Button onClick={() => void read.refetch()}>{t('gap.retry')}</Button>}>
        <bdi>{read.failure.message}</bdi>
      </Banner>
    );
  }
  if (!read.results) return <SkeletonRows rows={4} columns={2} label={t('list.loading')} />;
  if (read.results.length === 0) return <p className="text-muted">{t('timeline.empty')}</p>;
  const more = (read.meta?.total ?? 0) > read.results.length && steps < STEPS_MAX;
  return (
    <>
      <ol className="flex flex-col divide-y divide-line">
        {read.results.map((entry) => (
          <Entry key={entry.id} entry={entry} given={given} />
        ))}
      </ol>
      {more ? (
        <Button className="mt-3" loading={read.isFetching} onClick={() => setSteps(steps + 1)}>
          {t('timeline.more')}
        </Button>
      ) : null}
    </>
  );
};

const Entry = ({ entry, given }: { entry: Entry; given: TimelineProps['facts'] }) => {
  const { t } = useTranslation(['kit', 'fields']);
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <bdi className="font-medium">{entry.actor}</bdi>{' '}
          <span className="text-muted">
            {t(`kit:timeline.action.${entry.action}`, { defaultValue: entry.action })}
          </span>
        </span>
        <span className="text-sm text-subtle">
          <Instant at={entry.at} />
        </span>
      </p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        {Object.entries(entry.changes)
          // the entry's own words say it
          .filter(([name]) => name !== 'deleted_at')
          .flatMap(([name, change]) => fieldsOf(given, name, change))
          .map(([name, change]) => (
            <Change key={name} of={factOf(given, name)} {...change} />
          ))}
      </dl>
    </li>
  );
};

/** Facts of the log alone: what a record keeps beside what one edits. */
const kept = facts({
  password_hash: { kind: 'code', label: 'fields:password' },
  email_verified_at: { kind: 'instant', label: 'kit:timeline.field.email_verified_at' },
  phone_verified_at: { kind: 'instant', label: 'kit:timeline.field.phone_verified_at' },
  must_change_password: { kind: 'flag', label: 'kit:timeline.field.must_change_password' },
});

const factOf = (given: TimelineProps['facts'], name: string): Fact =>
  [...Object.values(given), ...Object.values(kept)].find(
    (of) => of.name === name || of.name.endsWith(`.${name}`) || of.name === `${name}_base64`,
  ) ?? { name, label: `fields:${name}`, kind: 'text' };

type Sides = { from: unknown; to: unknown };

/** A change of an object (`settings`) as the changes of its fields, where the facts know any of them. */
function fieldsOf(given: TimelineProps['facts'], name: string, { from, to }: Sides): [string, Sides][] {
  if (!Object.values(given).some((of) => of.name.startsWith(`${name}.`))) return [[name, { from, to }]];
  const inside = [from, to].flatMap((side) => Object.keys(side ?? {}));
  return [...new Set(inside)]
    .map((key) => ({
      path: `${name}.${key}`,
      from: fieldOf(asObject(from), key),
      to: fieldOf(asObject(to), key),
    }))
    .filter((sides) => JSON.stringify(sides.from) !== JSON.stringify(sides.to))
    .flatMap(({ path, ...sides }) => fieldsOf(given, path, sides));
}

const asObject = (value: unknown) => (typeof value === 'object' ? value : null);

const Change = ({ of, from, to }: { of: Fact; from: unknown; to: unknown }) => {
  const { t } = useTranslation(['kit', 'fields']);
  return (
    <>
      <dt className="text-subtle">{t(of.label, { defaultValue: of.name.replaceAll('_', ' ') })}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-1.5 [overflow-wrap:anywhere]">
        <Side of={of} value={from} />
        <ArrowRight
          aria-label={t('kit:timeline.becomes')}
          className="size-3.5 text-subtle rtl:-scale-x-100"
        />
        <Side of={of} value={to} />
      </dd>
    </>
  );
};

/** A value as the log keeps it: without the texts that a row carries beside it. */
const Side = ({ of, value }: { of: Fact; value: unknown }) => {
  const { shown: _, ...bare } = of;
  // a secret is a mark here, and a picture the name of a file
  const kind = bare.kind === 'image' || value === SECRET ? 'text' : bare.kind;
  return <Cell of={{ ...bare, kind, name: 'value' }} row={{ value }} />;
};
