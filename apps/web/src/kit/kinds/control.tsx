import { LOCALES } from 'virtual:facts';
import type { ReactNode } from 'react';
import { useCurrency } from '../../lib/currency.ts';
import type { FieldOption, FieldSpec } from '../../lib/fact.ts';
import { toFieldText, useTabThatFollowsErrors } from '../../lib/form/field-text.ts';
import {
  formatTypedAmount,
  formatTypedNumber,
  listPossibleNumbers,
} from '../../lib/form/parse-typed-number.ts';
import { useNumberInputText } from '../../lib/form/use-number-text.ts';
import { useFormat } from '../../lib/format.ts';
import { getTextDirection, useLocale, useTranslation } from '../../lib/i18n.ts';
import type { FilterValues } from '../../lib/list/update-list-url.ts';
import {
  Button,
  Checkbox,
  LocalizedTabs,
  NumberInput,
  SegmentedControl,
  Select,
  Textarea,
  Input as TextInput,
} from '../../ui/index.ts';
import { DayInput } from '../dates/day-input.tsx';
import { RefPicker } from '../pickers/ref-picker.tsx';
import { PictureControl } from './picture.tsx';

export type ControlProps = {
  of: FieldSpec;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  disabled?: boolean | undefined;
  /** Limits the records that a ref offers, such as `{ type: 0 }`. */
  fixed?: FilterValues | undefined;
  /** The languages of a localized text that have errors, such as `en`. */
  wrong?: readonly string[] | undefined;
};

/** The input control of each kind, without label, hint and error. */
export const Control = (props: ControlProps) => {
  const { of, value, onChange, onBlur, disabled, fixed } = props;
  const type = (event: { target: { value: string } }) => onChange(event.target.value);
  const text = { value: toFieldText(value), onChange: type, onBlur, disabled };
  switch (of.kind) {
    case 'longText':
      return <Textarea dir="auto" rows={of.rows ?? 3} {...text} />;
    case 'localized':
      return <LocalizedControl {...props} />;
    case 'money':
      return <MoneyControl {...props} />;
    case 'integer':
    case 'quantity':
    case 'percent':
      return <FigureControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} />;
    case 'ref':
      return of.to ? (
        <RefPicker
          to={of.to}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          create
          {...(fixed ? { fixed } : {})}
          {...(disabled ? { disabled } : {})}
        />
      ) : null;
    case 'flag':
      return <Checkbox checked={value === true || value === 1} onChange={onChange} disabled={disabled} />;
    case 'day':
      return <DayInput value={toFieldText(value)} onChange={onChange} onBlur={onBlur} disabled={disabled} />;
    case 'image':
      return <PictureControl {...props} />;
    default:
      return (
        <TextInput
          {...(of.kind === 'code'
            ? { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' }
            : { dir: 'auto' })}
          {...(of.mode ? { inputMode: of.mode } : {})}
          autoComplete="off"
          {...text}
        />
      );
  }
};

/** An amount with its currency at the end. */
const MoneyControl = (props: ControlProps) => {
  const currency = useCurrency();
  const { currencySign } = useFormat();
  return (
    <FigureControl
      {...props}
      end={currency && <bdi>{currencySign(currency)}</bdi>}
      formatValue={(value) =>
        typeof value === 'number' ? formatTypedAmount(value, currency) : toFieldText(value)
      }
    />
  );
};

const FigureControl = ({
  of,
  value,
  onChange,
  onBlur,
  disabled,
  end,
  formatValue,
}: ControlProps & { end?: ReactNode; formatValue?: (value: unknown) => string }) => {
  const [text, type] = useNumberInputText(value, onChange, formatValue);
  const unit = of.kind === 'percent' ? '%' : end;
  return (
    <>
      <NumberInput
        whole={of.kind === 'integer'}
        {...(unit ? { end: unit } : {})}
        value={text}
        onChange={type}
        onBlur={onBlur}
        disabled={disabled}
      />
      <NumberReadings of={text} onPick={type} />
    </>
  );
};

/** Asks which of two numbers the user means when the text is ambiguous in this language, such as '1.250' in German. */
const NumberReadings = ({ of, onPick }: { of: string; onPick: (text: string) => void }) => {
  const { t } = useTranslation('kit');
  const readings = listPossibleNumbers(of);
  if (!readings) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 text-sm">
      <legend className="float-start pe-1.5">{t('reading.ask')}</legend>
      {readings.map((value) => {
        const text = formatTypedNumber(value);
        return (
          <Button key={value} size="sm" onClick={() => onPick(text)}>
            <bdi dir="ltr">{text}</bdi>
          </Button>
        );
      })}
    </fieldset>
  );
};

const SEGMENTS = 3;

/** A few choices as buttons, more as a list; numeric values stay numbers. */
const ChoiceControl = ({ of, value, onChange, disabled }: ControlProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const options: readonly FieldOption[] = of.options ?? [];
  const shared = {
    value: toFieldText(value) === '' ? undefined : toFieldText(value),
    onChange: (text: string) =>
      onChange(options.find((option) => String(option.value) === text)?.value ?? text),
    options: options.map((option) => ({ value: String(option.value), label: t(option.label) })),
    disabled,
  };
  return options.length <= SEGMENTS ? <SegmentedControl {...shared} /> : <Select {...shared} />;
};

type Texts = Partial<Record<(typeof LOCALES)[number], string | null>>;

/** One text in ar, en and de; the tab of a language with an error opens by itself. */
const LocalizedControl = ({ of, value, onChange, onBlur, disabled, wrong = [] }: ControlProps) => {
  const { t } = useTranslation('kit');
  const locale = useLocale();
  const texts = (value ?? {}) as Texts;
  const sortedLocales = LOCALES.toSorted((a, b) => Number(b === locale) - Number(a === locale));
  const [selected, select] = useTabThatFollowsErrors(sortedLocales, wrong);
  const formatValue = Object.values(texts).some(Boolean);
  return (
    <LocalizedTabs
      label={t('localized.label')}
      missingLabel={t('localized.missing')}
      value={selected}
      onChange={select}
      languages={sortedLocales.map((code) => ({
        code,
        label: t(`localized.${code}`),
        dir: getTextDirection(code),
        missing: formatValue && !texts[code],
        invalid: wrong.includes(code),
      }))}
    >
      {({ code }) => {
        const shared = {
          value: texts[code] ?? '',
          onBlur,
          disabled,
          onChange: (event: { target: { value: string } }) =>
            onChange({ ...texts, [code]: event.target.value }),
        };
        return of.rows ? (
          <Textarea rows={of.rows} {...shared} />
        ) : (
          <TextInput autoComplete="off" {...shared} />
        );
      }}
    </LocalizedTabs>
  );
};
