import { type FieldSpec, getFieldValue, type RefNoun } from '../../lib/fact.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { isLocale, useLocale, useTranslation } from '../../lib/i18n.ts';
import { Avatar, Badge, Tooltip } from '../../ui/index.ts';
import { RefText } from '../pickers/ref-text.tsx';
import { MoneyText } from './money.tsx';

export const EmptyCell = () => <span className="text-subtle">–</span>;

/** One field of a record as text, for tables, cards and the comparison of versions. */
export const Cell = ({ of, row }: { of: FieldSpec; row: object }) => {
  const displayValue = of.shown === undefined ? undefined : getFieldValue(row, of.shown);
  const value = getFieldValue(row, of.name);
  if (of.kind === 'image')
    return <PictureCell src={displayValue ?? value} name={String(getFieldValue(row, 'name') ?? '')} />;
  if (typeof displayValue === 'string' && displayValue !== '') return <bdi>{displayValue}</bdi>;
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <EmptyCell />;
  return <DisplayedValue of={of} value={value} />;
};

const PictureCell = ({ src, name }: { src: unknown; name: string }) => (
  <Avatar size="sm" name={name} src={typeof src === 'string' ? src : null} />
);

const DisplayedValue = ({ of, value }: { of: FieldSpec; value: unknown }) => {
  const { t } = useTranslation(['kit', 'fields']);
  const format = useFormat();
  switch (of.kind) {
    case 'code':
      return <Bdi dir="ltr">{describeValue(value, format.list)}</Bdi>;
    case 'localized':
      return <LocalizedText value={value} />;
    case 'money':
      return typeof value === 'number' ? <MoneyText amount={value} /> : <bdi>{String(value)}</bdi>;
    case 'integer':
    case 'quantity':
      return <bdi>{typeof value === 'number' ? format.number(value) : String(value)}</bdi>;
    case 'percent':
      return <bdi>{typeof value === 'number' ? format.percent(value) : String(value)}</bdi>;
    case 'flag':
      return t(value === true || value === 1 ? 'kit:yes' : 'kit:no');
    case 'choice': {
      const option = of.options?.find((candidate) => String(candidate.value) === String(value));
      if (!option) return <bdi>{String(value)}</bdi>;
      return option.variant ? <Badge variant={option.variant}>{t(option.label)}</Badge> : t(option.label);
    }
    case 'ref':
      // a ref field may hold a kind (`staff`) instead of a record id
      return of.to && !Number.isNaN(Number([value].flat()[0])) ? (
        <RefTexts to={of.to} ids={[value].flat().map(Number)} />
      ) : (
        <bdi>{String(value)}</bdi>
      );
    case 'day':
      return <bdi>{format.date(String(value))}</bdi>;
    case 'instant':
      return <Instant at={String(value)} />;
    default:
      return <bdi>{describeValue(value, format.list)}</bdi>;
  }
};

const joinCloser = (parts: readonly string[]): string => parts.join(' · ');

/** Returns the text of a nested value: its name if it has one, else its parts. */
function describeValue(value: unknown, join: (parts: readonly string[]) => string): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '–');
  // parts of an element are separated by a space, elements by a comma
  if (Array.isArray(value)) return join(value.map((element) => describeValue(element, joinCloser)));
  const name = getFieldValue(value, 'name');
  if (typeof name === 'string') return name;
  // the name comes first, then quantities; ids of other records are left out
  const shownEntries = Object.entries(value).filter(
    ([key, entryValue]) => entryValue !== null && !/^(?:.*_)?id$/.test(key),
  );
  const words = shownEntries.toSorted(
    ([, a], [, b]) => Number(typeof a === 'number') - Number(typeof b === 'number'),
  );
  return join(words.map(([, entryValue]) => describeValue(entryValue, join)));
}

const RefTexts = ({ to, ids }: { to: RefNoun; ids: readonly number[] }) => (
  <span className="inline-flex flex-wrap gap-x-2">
    {ids.map((id) => (
      <RefText key={id} to={to} id={id} />
    ))}
  </span>
);

/** Shows a timestamp as date and time, with its age in a tooltip. @param zone the device's time zone by default */
export const Instant = ({ at, zone }: { at: string; zone?: string }) => {
  const format = useFormat(zone);
  return (
    <Tooltip text={<RelativeTime at={at} />}>
      <time dateTime={at} className="whitespace-nowrap">
        <bdi>{format.dateTime(at)}</bdi>
      </time>
    </Tooltip>
  );
};

const RelativeTime = ({ at }: { at: string }) => <bdi>{useFormat().relative(at)}</bdi>;

const LocalizedText = ({ value }: { value: unknown }) => {
  const locale = useLocale();
  if (typeof value !== 'object' || value === null) return <bdi>{String(value)}</bdi>;
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string' && text !== '');
  const [code, text] = texts.find(([key]) => key === locale) ?? texts[0] ?? ['', ''];
  return isLocale(code) ? <bdi lang={code}>{String(text)}</bdi> : <EmptyCell />;
};
