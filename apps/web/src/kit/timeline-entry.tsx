import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FieldSpec, statusFact } from '../lib/fact.ts';
import { useFormat } from '../lib/format.ts';
import { useLocale, useTranslation } from '../lib/i18n.ts';
import { compareLists, isBlank, type LogChange, listLogChanges, toLogCell } from '../lib/log-change.ts';
import type { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { FactList, Tooltip } from '../ui/index.ts';
import { ActorName } from './actor-name.tsx';
import { Cell } from './kinds/cell.tsx';
import { MoneyText } from './kinds/money.tsx';
import { RefText } from './pickers/ref-text.tsx';
import { RichSentence } from './reading/sentence.tsx';

export type LogEntry = RowOf<typeof api.audit.list>;

type EntryProps = { entry: LogEntry; facts: Readonly<Record<string, FieldSpec>>; action: ReactNode };

/** Actions that say no more than that something changed, so that the change itself is told instead. */
const CHANGES: ReadonlySet<string> = new Set(['save', 'update']);
/** Actions that write all fields at once, which the page of the record shows. */
const WHOLE: ReadonlySet<string> = new Set([
  'create',
  'seed',
  'delete',
  'restore',
  'open',
  'close',
  'cash_in',
  'cash_out',
  'cash_drop',
  'cash_hand_in',
  'cash_bank',
  'cash_opening',
]);
/** Actions whose amount belongs into their sentence. */
const CASH_ACTION = /^cash_/;

/** Lists the changes that stand below the sentence of an entry. */
function listToldChanges(
  { action, changes }: Pick<LogEntry, 'action' | 'changes'>,
  facts: EntryProps['facts'],
): readonly LogChange[] {
  if (WHOLE.has(action)) return [];
  const fieldChanges = listLogChanges(facts, changes);
  // what accepts or locks a record says its new status already
  const isSaid = !CHANGES.has(action) && fieldChanges.every(({ of }) => of.name === 'status');
  return isSaid ? [] : fieldChanges;
}

/** One entry of a history: who did what and when; a single change as a sentence, several as a list below it. */
export const TimelineEntry = ({ entry, facts, action }: EntryProps) => {
  const { t } = useTranslation('kit');
  const changes = listToldChanges(entry, facts);
  const amount = CASH_ACTION.test(entry.action) ? entry.changes.amount?.to : undefined;
  const [only] = changes;
  const isTold = CHANGES.has(entry.action);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="[overflow-wrap:anywhere]">
          <ActorName of={entry} />{' '}
          {isTold && only && changes.length === 1 ? (
            <ChangeSentence of={only} branch_id={entry.branch_id} />
          ) : isTold && changes.length > 1 ? (
            t('timeline.several', { count: changes.length })
          ) : (
            t(`timeline.action.${entry.action}`, { defaultValue: entry.action })
          )}
          {typeof amount === 'number' ? (
            <>
              {': '}
              <MoneyText amount={amount} />
            </>
          ) : null}
          <span className="text-subtle">
            {' '}
            · <EntryTime at={entry.at} />
          </span>
        </p>
        {changes.length > (isTold ? 1 : 0) ? (
          <FactList
            facts={changes.map((change) => ({
              id: change.of.name,
              name: <ChangeName of={change} branch_id={entry.branch_id} />,
              value: <ChangedField {...change} />,
            }))}
          />
        ) : null}
      </div>
      {action}
    </li>
  );
};

/** Which sentence tells a change, and the values that stand in it. */
function choosePhrase(change: LogChange): { text: string; from?: unknown; to?: unknown } {
  const { of, from, to, title } = change;
  if (title && of.name.endsWith('.status')) return { text: to ? 'item_on' : 'item_off' };
  if (of.options === statusFact.options && of.name === statusFact.name)
    return { text: to === 1 ? 'activated' : 'disabled' };
  if (of.kind === 'flag') return { text: to ? 'on' : 'off' };
  if (of.kind === 'image') return { text: 'touched' };
  const lists = compareLists(change);
  if (lists && lists.added.length + lists.removed.length === 0) return { text: 'touched' };
  if (lists?.removed.length === 0) return { text: 'added', to: lists.added };
  if (lists?.added.length === 0) return { text: 'removed', from: lists.removed };
  if (isBlank(from)) return { text: 'set', to };
  return isBlank(to) ? { text: 'cleared', from } : { text: 'changed', from, to };
}

/** A change as the rest of a sentence that begins with a name. */
const ChangeSentence = ({ of, branch_id }: { of: LogChange; branch_id: number | null }) => {
  const { text, ...values } = choosePhrase(of);
  const parts: Record<string, ReactNode> = {
    field: <ChangeName of={of} branch_id={branch_id} isInSentence={text !== 'on' && text !== 'off'} />,
    title: <bdi className="font-medium">{of.title}</bdi>,
  };
  for (const [side, value] of Object.entries(values))
    parts[side] = (
      <span className="font-medium">
        <Cell {...toLogCell(of.of, value)} />
      </span>
    );
  return <RichSentence text={`kit:timeline.change.${text}`} parts={parts} />;
};

type ChangeNameProps = { of: LogChange; branch_id: number | null; isInSentence?: boolean };

/** What changed: a field of the record, of one of its items, or with its name the branch in which the record applies. */
const ChangeName = ({ of: { of, title, language }, branch_id, isInSentence = false }: ChangeNameProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const locale = useLocale();
  const label = t(of.label, { defaultValue: of.name.replaceAll('_', ' ') });
  // English writes the name of a field small inside a sentence, but not an abbreviation
  const field =
    isInSentence && locale === 'en' ? label.replace(/^[A-Z](?=[a-z -])/, (c) => c.toLowerCase()) : label;
  if (title && isInSentence)
    return (
      <RichSentence
        text="kit:timeline.field_of"
        parts={{ field, title: <bdi className="font-medium">{title}</bdi> }}
      />
    );
  if (title) return <bdi>{title}</bdi>;
  if (language)
    return (
      <RichSentence text="kit:timeline.field_in" parts={{ field, language: t(`missing.${language}`) }} />
    );
  if (of.name !== 'assigned' || branch_id === null) return field;
  return (
    <>
      {field} · <RefText to="branch" id={branch_id} />
    </>
  );
};

const ChangedField = ({ of, from, to }: LogChange) => {
  const { t } = useTranslation('kit');
  return (
    <>
      <Cell {...toLogCell(of, from)} />
      <ArrowRight aria-label={t('timeline.becomes')} className="size-3.5 text-subtle rtl:-scale-x-100" />
      <Cell {...toLogCell(of, to)} />
    </>
  );
};

/** A time as a person says it: yesterday 14:02; the full date in a tooltip. */
const EntryTime = ({ at }: { at: string }) => {
  const format = useFormat();
  return (
    <Tooltip text={<bdi>{format.dateTime(at)}</bdi>}>
      <time dateTime={at} className="whitespace-nowrap">
        <bdi>{format.moment(at)}</bdi>
      </time>
    </Tooltip>
  );
};
