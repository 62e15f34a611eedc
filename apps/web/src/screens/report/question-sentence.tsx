import { REPORT_COMPARES, REPORTS } from 'virtual:facts';
import type { ReportKey } from '@dukkan/contract';
import type { ReactNode } from 'react';
import { useBranchOptions } from '../../lib/branch-choice.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSession } from '../../lib/server/session.ts';
import { RangeSlot } from '../../shared/report/range-slot.tsx';
import { getReportEndpoint } from '../../shared/report/report-endpoint.ts';
import { createSlotPlaceholders, PhraseSlot, Slotted } from '../../shared/report/slotted.tsx';
import { NO_COMPARE, type Report } from './use-report.ts';

const SLOTS = ['subject', 'branch', 'range', 'group', 'compare'] as const;

type QuestionProps = {
  report: Report;
  /** The name of the open slot; keyboard shortcuts open slots too. */
  opened: string | null;
  onOpen: (slot: string | null) => void;
};

/** Shows what the report answers as one sentence whose slots are menus, in the word order of each language. */
export const QuestionSentence = ({ report, opened, onOpen }: QuestionProps) => {
  const { t } = useTranslation('report');
  const { key, definition, list, meta, group, compare } = report;
  const { can } = useSession();
  const branch = useBranchOptions(t('branch.all'));
  const openPage = useOpenPage();
  const reports = (Object.keys(REPORTS) as ReportKey[]).filter(
    (one) => one === key || can(getReportEndpoint(one)),
  );
  const isCompared = definition.time === 'range' && group !== definition.single;
  const slots: Record<(typeof SLOTS)[number], ReactNode> = {
    subject: (
      <PhraseSlot
        name={t('slot.subject')}
        value={key}
        options={reports.map((value) => ({ value, label: t(`subject.${value}`) }))}
        onChange={(value) => openPage(REPORTS[value].path)}
      />
    ),
    branch: <PhraseSlot name={t('slot.branch')} {...branch} />,
    range: (
      <RangeSlot
        filters={list.query.filters}
        from={meta?.from_date ?? null}
        to={meta?.to_date ?? null}
        zone={meta?.zone}
        isUntil={definition.time === 'until'}
        onSet={list.set}
      />
    ),
    group: (
      <PhraseSlot
        name={t('slot.group')}
        value={group}
        options={definition.groups.map((value) => ({ value, label: t(`group.${value}`) }))}
        // another grouping has other columns, so the sort order is reset
        onChange={(value) => list.set({ group: value, sort_by: null, sort_as: null })}
        open={opened === 'group'}
        onOpenChange={(open) => onOpen(open ? 'group' : null)}
      />
    ),
    compare: (
      <PhraseSlot
        name={t('slot.compare')}
        value={compare ?? NO_COMPARE}
        options={[NO_COMPARE, ...REPORT_COMPARES].map((value) => ({ value, label: t(`compare.${value}`) }))}
        onChange={(value) => list.set({ compare: value })}
      />
    ),
  };
  const sentence = definition.time === 'range' && !isCompared ? 'single' : definition.time;
  return (
    <p className="mb-gap text-lg leading-8 text-muted">
      <Slotted text={t(`sentence.${sentence}`, createSlotPlaceholders(SLOTS))} slots={slots} />
    </p>
  );
};
