import { useCurrency } from '../../lib/currency.ts';
import { type Fact, fieldOf, type RefNoun } from '../../lib/fact.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { isLocale, useLocale, useTranslation } from '../../lib/i18n.ts';
import { Avatar, Badge, Tooltip } from '../../ui/index.ts';
import { RefText } from '../pickers/ref-text.tsx';

export const None = () => <span className="text-subtle">–</span>;

/** One field of a record, as text: in a table, a card, a comparison of versions. */
export const Cell = ({ of, row }: { of: Fact; row: object }) => {
  const shown = of.shown === undefined ? undefined : fieldOf(row, of.shown);
  const value = fieldOf(row, of.name);
  if (of.kind === 'image') return <Picture src={shown ?? value} name={String(fieldOf(row, 'name') ?? '')} />;
  if (typeof shown === 'string' && shown !== '') return <bdi>{shown}</bdi>;
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <None />;
  return <Shown of={of} value={value} />;
};

const Picture = ({ src, name }: { src: unknown; name: string }) => (
  <Avatar size="sm" name={name} src={typeof src === 'string' ? src : null} />
);

const Shown = ({ of, value }: { of: Fact; value: unknown }) => {
  const { t } = useTranslation(['kit', 'fields']);
  const format = useFormat();
  switch (of.kind) {
    case 'code':
      return <Bdi dir="ltr">{wordsOf(value, format.list)}</Bdi>;
    case 'localized':
      return <LocalizedText value={value} />;
    case 'money':
      return typeof value === 'number' ? <Money amount={value} /> : <bdi>{String(value)}</bdi>;
    case 'integer':
    case 'quantity':
      return <bdi>{typeof value === 'number' ? format.number(value) : String(value)}</bdi>;
    case 'percent':
      return <bdi>{typeof value === 'number' ? format.percent(value) : String(value)}</bdi>;
    case 'flag':
      return t(value === true || value === 1 ? 'kit:yes' : 'kit:no');
    case 'choice': {
      const option = of.options?.find((one) => String(one.value) === String(value));
      if (!option) return <bdi>{String(value)}</bdi>;
      return option.variant ? <Badge variant={option.variant}>{t(option.label)}</Badge> : t(option.label);
    }
    case 'ref':
      // a filter may name a kind (`staff`) where a row names a record
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
      return <bdi>{wordsOf(value, format.list)}</bdi>;
  }
};

const closer = (parts: readonly string[]): string => parts.join(' · ');

/** A value that holds others, as text: a named one by its name, any other by what it holds. */
function wordsOf(value: unknown, join: (parts: readonly string[]) => string): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '–');
  // inside a list, what belongs together stands closer than the list's own parts
  if (Array.isArray(value)) return join(value.map((one) => wordsOf(one, closer)));
  const name = fieldOf(value, 'name');
  if (typeof name === 'string') return name;
  // what it is called first, how much after it; other records' numbers say nothing
  const told = Object.entries(value).filter(([key, one]) => one !== null && !/^(?:.*_)?id$/.test(key));
  const words = told.toSorted(
    ([, a], [, b]) => Number(typeof a === 'number') - Number(typeof b === 'number'),
  );
  return join(words.map(([, one]) => wordsOf(one, join)));
}

const RefTexts = ({ to, ids }: { to: RefNoun; ids: readonly number[] }) => (
  <span className="inline-flex flex-wrap gap-x-2">
    {ids.map((id) => (
      <RefText key={id} to={to} id={id} />
    ))}
  </span>
);

/**
 * An amount in the currency that is named, else of the record around it, else of the shop; the bare figure until the
 * currency is known.
 */
export const Money = ({ amount, currency: named }: { amount: number; currency?: string }) => {
  const { money, number } = useFormat();
  const around = useCurrency();
  const currency = named ?? around;
  return <bdi className="whitespace-nowrap">{currency ? money(amount, currency) : number(amount)}</bdi>;
};

/** Sums, one a currency side by side: amounts of two currencies are never added up. Nothing is 0 of the shop's. */
export const MoneySums = ({
  of,
}: {
  of: readonly { readonly currency: string; readonly total: number }[];
}) =>
  of.length === 0 ? (
    <Money amount={0} />
  ) : (
    <span className="inline-flex flex-wrap gap-x-3">
      {of.map(({ currency, total }) => (
        <Money key={currency} amount={total} currency={currency} />
      ))}
    </span>
  );

/** When it was: of today the time, else the date too, because a ledger needs it; how long ago on hover and focus. */
export const Instant = ({ at }: { at: string }) => {
  const format = useFormat();
  return (
    <Tooltip text={<Ago at={at} />}>
      <time dateTime={at} className="whitespace-nowrap">
        <bdi>{format.moment(at)}</bdi>
      </time>
    </Tooltip>
  );
};

const Ago = ({ at }: { at: string }) => <bdi>{useFormat().relative(at)}</bdi>;

const LocalizedText = ({ value }: { value: unknown }) => {
  const locale = useLocale();
  if (typeof value !== 'object' || value === null) return <bdi>{String(value)}</bdi>;
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string' && text !== '');
  const [code, text] = texts.find(([key]) => key === locale) ?? texts[0] ?? ['', ''];
  return isLocale(code) ? <bdi lang={code}>{String(text)}</bdi> : <None />;
};
