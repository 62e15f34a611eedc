import { LOCALES } from 'virtual:facts';
import type { ReactNode } from 'react';
import { useCurrency } from '../../lib/currency.ts';
import type { Fact, Option } from '../../lib/fact.ts';
import { amountBoxText, textOf, useFigureText, useWrongFirst } from '../../lib/form-text.ts';
import { dirOf, useTranslation } from '../../lib/i18n.ts';
import type { Values } from '../../lib/list-address.ts';
import {
  Checkbox,
  DateInput,
  LocalizedTabs,
  NumberInput,
  Segmented,
  Select,
  Textarea,
  Input as TextInput,
} from '../../ui/index.ts';
import { RefPicker } from '../pickers/ref-picker.tsx';
import { PictureControl } from './picture.tsx';

export type ControlProps = {
  of: Fact;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  disabled?: boolean | undefined;
  /** Narrows a ref: `{ type: 0 }`. */
  fixed?: Values | undefined;
  /** The parts of a localized text that are wrong: `en`. */
  wrong?: readonly string[] | undefined;
};

/** The input of each kind. The label, the hint and the error stand around it. */
export const Control = (props: ControlProps) => {
  const { of, value, onChange, onBlur, disabled, fixed } = props;
  const type = (event: { target: { value: string } }) => onChange(event.target.value);
  const text = { value: textOf(value), onChange: type, onBlur, disabled };
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
          {...(fixed ? { fixed } : {})}
          {...(disabled ? { disabled } : {})}
        />
      ) : null;
    case 'flag':
      return <Checkbox checked={value === true || value === 1} onChange={onChange} disabled={disabled} />;
    case 'day':
      return <DateInput value={textOf(value)} onChange={onChange} onBlur={onBlur} disabled={disabled} />;
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

/** An amount, with its currency at its end. */
const MoneyControl = (props: ControlProps) => {
  const currency = useCurrency();
  return <FigureControl {...props} end={currency} written={(value) => amountBoxText(value, currency)} />;
};

const FigureControl = ({
  of,
  value,
  onChange,
  onBlur,
  disabled,
  end,
  written,
}: ControlProps & { end?: ReactNode; written?: (value: unknown) => string }) => {
  const [text, type] = useFigureText(value, onChange, written);
  const unit = of.kind === 'percent' ? '%' : end;
  return (
    <NumberInput
      whole={of.kind === 'integer'}
      {...(unit ? { end: unit } : {})}
      value={text}
      onChange={type}
      onBlur={onBlur}
      disabled={disabled}
    />
  );
};

const SEGMENTS = 3;

/** A few choices stand side by side, more in a list; numbers stay numbers. */
const ChoiceControl = ({ of, value, onChange, disabled }: ControlProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  const given: readonly Option[] = of.options ?? [];
  const shared = {
    value: textOf(value) === '' ? undefined : textOf(value),
    onChange: (text: string) => onChange(given.find((one) => String(one.value) === text)?.value ?? text),
    options: given.map((option) => ({ value: String(option.value), label: t(option.label) })),
    disabled,
  };
  return given.length <= SEGMENTS ? <Segmented {...shared} /> : <Select {...shared} />;
};

type Texts = Partial<Record<(typeof LOCALES)[number], string | null>>;

/** ar, en and de of one text; the language with a mistake comes into view by itself. */
const LocalizedControl = ({ of, value, onChange, onBlur, disabled, wrong = [] }: ControlProps) => {
  const { t, i18n } = useTranslation('kit');
  const texts = (value ?? {}) as Texts;
  const own = LOCALES.toSorted((a, b) => Number(b === i18n.language) - Number(a === i18n.language));
  const [chosen, choose] = useWrongFirst(own, wrong);
  const written = Object.values(texts).some(Boolean);
  return (
    <LocalizedTabs
      label={t('localized.label')}
      missingLabel={t('localized.missing')}
      value={chosen}
      onChange={choose}
      languages={own.map((code) => ({
        code,
        label: t(`localized.${code}`),
        dir: dirOf(code),
        missing: written && !texts[code],
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
