import { hasTypedWords } from '@dukkan/commerce';
import { createContext, type ReactNode, use, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { FormInput, type FormInputProps, Link } from '../../kit/index.ts';
import { type FieldSpec, getFieldValue } from '../../lib/fact.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { SearchInput } from '../../ui/index.ts';
import { formFields } from './fields.ts';
import { themeFields } from './theme-fields.ts';

/** The discount hours are six fields; the combined value is not displayed, so the search leaves it out. */
const { discount_slots: _, ...shownFields } = formFields;

/** The names of the fields that match the search; null without a search. */
const FoundFields = createContext<ReadonlySet<string> | null>(null);

/** Returns all texts inside a value, such as a name in three languages. */
const toTexts = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(toTexts)
    : value === null || value === undefined
      ? []
      : [String(value)];

const useFieldText = () => {
  const { t } = useTranslation(['setting', 'theme', 'fields']);
  return ({ label, options, name }: FieldSpec, values: object): string => {
    const value = getFieldValue(values, name);
    const option = options?.find((one) => one.value === value);
    // nobody searches for the URL of a picture
    const texts = name.endsWith('_base64') ? [] : toTexts(value);
    return [t(label), option ? t(option.label) : '', ...texts].join(' ');
  };
};

/**
 * Searches all settings by label and value; hides those that do not match until the search is cleared. Settings of the
 * theme are found as links to their own page.
 */
export const SettingSearch = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('setting');
  const { number } = useFormat();
  const { control } = useFormContext();
  const [typed, setTyped] = useState('');
  const values = useWatch({ control });
  const toText = useFieldText();
  const query = typed.trim();
  const find = (facts: Readonly<Record<string, FieldSpec>>) =>
    Object.values(facts).filter((fact) => hasTypedWords(toText(fact, values), query));
  const foundNames = query === '' ? null : new Set(find(shownFields).map(({ name }) => name));
  const leadsToTheme = foundNames !== null && find(themeFields).length > 0;
  const leadsToMails = foundNames !== null && hasTypedWords(`${t('mails.title')} ${t('mails.text')}`, query);
  return (
    <>
      {/* Enter in the search box must not save the form */}
      <search
        className="max-w-96"
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      >
        <SearchInput
          value={typed}
          onChange={setTyped}
          label={t('search.label')}
          clearLabel={t('search.clear')}
        />
      </search>
      <div role="status" className="text-sm text-muted empty:hidden">
        {foundNames === null || (foundNames.size === 0 && (leadsToTheme || leadsToMails))
          ? null
          : foundNames.size === 0
            ? t('search.none')
            : t('search.found', { count: foundNames.size, shown: number(foundNames.size) })}
      </div>
      {leadsToTheme ? (
        <Link to={paths.theme} className="hit w-fit rounded-sm text-primary-text underline">
          {t('search.theme')}
        </Link>
      ) : null}
      {leadsToMails ? (
        <Link to={paths.mailTemplates} className="hit w-fit rounded-sm text-primary-text underline">
          {t('search.mails')}
        </Link>
      ) : null}
      <FoundFields value={foundNames}>{children}</FoundFields>
    </>
  );
};

/** A settings field that the search shows or hides; a field with an error is always visible. */
export const SettingInput = ({ className, ...props }: FormInputProps) => {
  const foundNames = use(FoundFields);
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  const { name } = props.of;
  const isShown = foundNames === null || foundNames.has(name) || get(errors, name) !== undefined;
  return (
    <div data-setting="" hidden={!isShown} className={className}>
      <FormInput {...props} />
    </div>
  );
};

/** Class name for a container of fields: hides it while all of its fields are hidden. */
export const hidesWhenEmpty = 'not-has-[[data-setting]:not([hidden])]:hidden';
