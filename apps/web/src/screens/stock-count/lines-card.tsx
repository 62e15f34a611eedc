import { hasTypedWords, toLatinDigits } from '@dukkan/commerce';
import { Ban, X } from 'lucide-react';
import { useState } from 'react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Difference } from '../../shared/stock-figures.tsx';
import {
  Button,
  Card,
  ConfirmDialog,
  cx,
  IconButton,
  SearchInput,
  SegmentedControl,
} from '../../ui/index.ts';
import type { StockCountDraft, StockCountLine } from './use-count.ts';

const VIEWS = ['all', 'open', 'different'] as const;
type LineFilter = (typeof VIEWS)[number];
/** The number of lines shown at first; a button shows more. */
const VISIBLE_LINES = 100;

const isIn = (view: LineFilter, line: StockCountLine): boolean =>
  view === 'all' ||
  (view === 'open' ? line.counted === null : line.difference !== null && line.difference !== 0);
const isLineMatching = (line: StockCountLine, words: string): boolean =>
  words === '' || hasTypedWords(line.title, words) || (line.barcode ?? '').startsWith(toLatinDigits(words));

/** The lines counted so far, latest first; a click opens a line in the card above. */
export const CountLinesCard = ({ counting }: { counting: StockCountDraft }) => {
  const { t } = useTranslation(['stock-count', 'kit', 'fields']);
  const { number } = useFormat();
  const { lines, current } = counting;
  const [view, setView] = useState<LineFilter>('all');
  const [words, setWords] = useState('');
  const [visibleCount, setVisibleCount] = useState(VISIBLE_LINES);
  const [zeroing, setZeroing] = useState(false);
  const visibleLines = lines.filter((line) => isIn(view, line) && isLineMatching(line, words.trim()));
  const open = lines.filter((line) => line.counted === null);
  const countOf = (one: LineFilter) => lines.filter((line) => isIn(one, line)).length;
  if (lines.length === 0) {
    return (
      <Card className="p-6 text-center text-muted">
        <p>{t('stock-count:no_lines')}</p>
      </Card>
    );
  }
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-2 p-3">
        <SegmentedControl
          value={view}
          onChange={setView}
          aria-label={t('stock-count:view.label')}
          options={VIEWS.map((one) => ({
            value: one,
            label: t(`stock-count:view.${one}`, { shown: number(countOf(one)) }),
          }))}
        />
        <SearchInput
          value={words}
          onChange={setWords}
          label={t('stock-count:search_lines')}
          clearLabel={t('kit:search.clear')}
          className="min-w-40 flex-1"
        />
        {view === 'open' && open.length > 0 ? (
          <Button icon={<Ban />} onClick={() => setZeroing(true)}>
            {t('stock-count:zero.open')}
          </Button>
        ) : null}
      </div>
      <div
        aria-hidden="true"
        className="grid grid-cols-[minmax(0,1fr)_5rem_5rem_5rem_2.5rem] gap-2 border-y border-line bg-sunken px-3 py-1.5 text-sm text-muted max-sm:hidden"
      >
        <span>{t('fields:item_id')}</span>
        <span className="text-end">{t('fields:snapshot')}</span>
        <span className="text-end">{t('fields:counted')}</span>
        <span className="text-end">{t('fields:difference')}</span>
      </div>
      {visibleLines.length === 0 ? (
        <p className="p-6 text-center text-muted">{t('kit:gap.no_match')}</p>
      ) : null}
      <ul className="divide-y divide-line max-sm:border-t max-sm:border-line">
        {visibleLines.slice(0, visibleCount).map((line) => (
          <CountLine
            key={line.item_id}
            line={line}
            current={line.item_id === current?.item_id}
            onSelect={() => {
              counting.select(line.item_id);
              window.scrollTo({ top: 0, behavior: 'smooth' });
            }}
            onRemove={() => counting.put({ item_id: line.item_id, counted: null })}
          />
        ))}
      </ul>
      {visibleLines.length > visibleCount ? (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setVisibleCount(visibleCount + VISIBLE_LINES)}>
            {t('stock-count:show_more', { left: number(visibleLines.length - visibleCount) })}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={zeroing}
        onOpenChange={setZeroing}
        title={t('stock-count:zero.title', { count: open.length, shown: number(open.length) })}
        text={t('stock-count:zero.text')}
        confirmLabel={t('stock-count:zero.open')}
        cancelLabel={t('kit:cancel')}
        onConfirm={() => {
          for (const { item_id } of open) counting.put({ item_id, counted: 0 });
          setZeroing(false);
          setView('all');
        }}
      />
    </Card>
  );
};

type CountLineProps = { line: StockCountLine; current: boolean; onSelect: () => void; onRemove: () => void };

const CountLine = ({ line, current, onSelect, onRemove }: CountLineProps) => {
  const { t } = useTranslation(['stock-count', 'fields']);
  const { number } = useFormat();
  const figure = (value: number | null) => (value === null ? '–' : number(value));
  const label = 'text-sm text-subtle max-sm:block sm:sr-only';
  return (
    <li
      className={cx(
        'grid grid-cols-[repeat(3,minmax(0,1fr))_2.5rem] items-center gap-x-2 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_5rem_5rem_5rem_2.5rem]',
        current && 'bg-primary-soft',
      )}
    >
      <button
        type="button"
        aria-pressed={current}
        onClick={onSelect}
        className="hit min-w-0 rounded-sm text-start hover:underline max-sm:col-span-4"
      >
        <bdi className="block truncate font-medium max-sm:whitespace-normal">{line.title}</bdi>
        <bdi dir="ltr" className="block truncate text-sm text-subtle tabular rtl:text-end">
          {line.barcode ?? '–'}
        </bdi>
      </button>
      <span className="tabular sm:text-end">
        <span className={label}>{t('fields:snapshot')} </span>
        <bdi>{line.snapshot === null ? '…' : number(line.snapshot)}</bdi>
      </span>
      <span className="font-semibold tabular sm:text-end">
        <span className={cx(label, 'font-normal')}>{t('fields:counted')} </span>
        <bdi>{figure(line.counted)}</bdi>
      </span>
      <span className="sm:text-end">
        <span className={label}>{t('fields:difference')} </span>
        {line.difference === null ? (
          <span className="text-subtle">–</span>
        ) : (
          <Difference of={line.difference} />
        )}
      </span>
      <IconButton
        size="sm"
        label={t('stock-count:remove', { title: isolateBidi(line.title) })}
        icon={<X />}
        onClick={onRemove}
      />
    </li>
  );
};
