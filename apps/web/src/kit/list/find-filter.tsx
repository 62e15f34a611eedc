import { DAY_PRESETS, hasTypedWords } from '@dukkan/commerce';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FieldSpec } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { usePickListSearch } from '../../lib/list/pick-list.ts';
import { SearchEntry, SearchList, SearchNothing } from '../../ui/overlay/search-list.tsx';
import { getFilterOptions } from './filter-options.ts';

type FindFilterProps = {
  filters: readonly FieldSpec[];
  /** Sets a filter to a value that was found by its words; `isLast` unless more words follow. */
  onValue: (field: FieldSpec, value: string | number, isLast: boolean) => void;
  /** Opens the field to enter a value. */
  onField: (field: FieldSpec) => void;
};

/** How many records of each kind are offered for a word. */
const RECORDS_MAX = 4;
/** The named ranges of days, which words find too. */
const DAY_OPTIONS = DAY_PRESETS.map((value) => ({ value, label: `kit:date.preset.${value}` }));
const COMMA = /[,،]/;

/**
 * Finds a filter by its name, or by the words of its value (`late`, `unpaid`, the name of a branch). After a comma the
 * first match is taken, and the next words are searched. Rule: docs/rules/screens.md#filters
 */
const FindFilter = ({ filters, onValue, onField }: FindFilterProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const [text, setText] = useState('');
  const words = text.trim();
  const findValues = (typed: string) =>
    filters.flatMap((field) =>
      [...getFilterOptions(field), ...(field.until ? DAY_OPTIONS : [])].flatMap(({ value, label }) => {
        const name = t(label);
        const isFound = hasTypedWords(`${t(field.label)} ${name}`, typed);
        return isFound ? [{ field, value: String(value), name }] : [];
      }),
    );
  const values = words === '' ? [] : findValues(words);
  const fields = filters.filter((field) => hasTypedWords(t(field.label), words));
  const change = (next: string) => {
    const [typed = '', ...rest] = next.split(COMMA);
    const match = rest.length > 0 ? findValues(typed.trim())[0] : undefined;
    if (match) onValue(match.field, match.value, false);
    setText(match ? rest.join(',').trimStart() : next);
  };
  return (
    <SearchList label={t('kit:filter.label')} placeholder={t('kit:filter.find')} text={text} onText={change}>
      {fields.map((field) => (
        <SearchEntry
          key={field.name}
          id={`field ${field.name}`}
          aside={<ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />}
          onSelect={() => onField(field)}
        >
          {t(field.label)}
        </SearchEntry>
      ))}
      {values.map(({ field, value, name }) => (
        <SearchEntry
          key={`${field.name} ${value}`}
          id={`value ${field.name} ${value}`}
          onSelect={() => onValue(field, value, true)}
        >
          <span className="text-muted">{t(field.label)}:</span> {name}
        </SearchEntry>
      ))}
      {words === ''
        ? null
        : filters.map((field) =>
            field.kind === 'ref' && field.to ? (
              <FoundRecords
                key={field.name}
                field={field}
                to={field.to}
                words={words}
                onFound={(id) => onValue(field, id, true)}
              />
            ) : null,
          )}
      <SearchNothing>{t('kit:filter.none')}</SearchNothing>
    </SearchList>
  );
};

type FoundRecordsProps = {
  field: FieldSpec;
  to: NonNullable<FieldSpec['to']>;
  words: string;
  onFound: (id: number) => void;
};

/** The records of a filter's noun that have these words in their names. */
const FoundRecords = ({ field, to, words, onFound }: FoundRecordsProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const { picks, onSearch } = usePickListSearch(to, {});
  useEffect(() => onSearch(words), [onSearch, words]);
  return picks.slice(0, RECORDS_MAX).map(({ id, text, hint }) => (
    <SearchEntry key={id} id={`value ${field.name} ${id}`} onSelect={() => onFound(id)}>
      <span className="text-muted">{t(field.label)}:</span> <bdi>{text}</bdi>
      {hint ? <bdi className="ms-2 text-sm text-subtle">{hint}</bdi> : null}
    </SearchEntry>
  ));
};

export default FindFilter;
