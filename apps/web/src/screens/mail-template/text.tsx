import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormInput } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Textarea, Input as TextInput } from '../../ui/index.ts';
import type { MailLanguage, MailTextPart, Template, TextByLanguage } from './draft.ts';
import { formFields } from './fields.ts';

type Writable = HTMLInputElement | HTMLTextAreaElement;
type MailTextProps = { template: Template; language: MailLanguage; disabled: boolean };

/** The placeholders that a subject cannot have, because it is a single line and is stored with its values. */
const NOT_IN_SUBJECT: ReadonlySet<string> = new Set(['code', 'lines', 'link']);

/** The subject and text in one language, with buttons that insert placeholders. */
export const MailText = ({ template, language, disabled }: MailTextProps) => {
  const { t } = useTranslation('mail-template');
  const { setValue, getValues } = useFormContext();
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const lastPart = useRef<MailTextPart>('body');
  const dir = language === 'ar' ? 'rtl' : 'ltr';
  const write = (part: MailTextPart, text: string) =>
    setValue(
      part,
      { ...(getValues(part) as TextByLanguage), [language]: text },
      { shouldDirty: true, shouldValidate: true },
    );
  const insert = ({ name, kind }: Template['placeholders'][number]) => {
    const part: MailTextPart =
      lastPart.current === 'subject' && !NOT_IN_SUBJECT.has(kind) ? 'subject' : 'body';
    const control: Writable | null = part === 'subject' ? subject.current : body.current;
    if (!control) return;
    const { value } = control;
    const [start, end] = [control.selectionStart ?? value.length, control.selectionEnd ?? value.length];
    const chip = `{{${name}}}`;
    write(part, `${value.slice(0, start)}${chip}${value.slice(end)}`);
    requestAnimationFrame(() => {
      control.focus();
      control.setSelectionRange(start + chip.length, start + chip.length);
    });
  };
  return (
    <>
      <FormInput of={formFields.subject} disabled={disabled}>
        {({ value, onChange, onBlur }) => (
          <TextInput
            ref={subject}
            dir={dir}
            lang={language}
            autoComplete="off"
            disabled={disabled}
            value={(value as TextByLanguage)[language] ?? ''}
            onChange={(event) => onChange({ ...(value as TextByLanguage), [language]: event.target.value })}
            onBlur={onBlur}
            onFocus={() => {
              lastPart.current = 'subject';
            }}
          />
        )}
      </FormInput>
      <FormInput of={formFields.body} disabled={disabled}>
        {({ value, onChange, onBlur }) => (
          <Textarea
            ref={body}
            dir={dir}
            lang={language}
            rows={14}
            disabled={disabled}
            value={(value as TextByLanguage)[language] ?? ''}
            onChange={(event) => onChange({ ...(value as TextByLanguage), [language]: event.target.value })}
            onBlur={onBlur}
            onFocus={() => {
              lastPart.current = 'body';
            }}
          />
        )}
      </FormInput>
      {disabled ? null : (
        <>
          <fieldset>
            <legend className="text-sm font-medium text-ink">{t('insert')}</legend>
            <p className="text-sm text-subtle">{t('insert_text')}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              {template.placeholders.map((placeholder) => (
                <Button
                  key={placeholder.name}
                  size="sm"
                  title={placeholder.sample}
                  aria-label={t('insert_named', { title: t(`chip.${placeholder.name}`) })}
                  onClick={() => insert(placeholder)}
                >
                  {t(`chip.${placeholder.name}`)}
                </Button>
              ))}
            </div>
          </fieldset>
          <BackToDefault template={template} language={language} write={write} />
        </>
      )}
    </>
  );
};

/** Puts the default text into the form; it is saved with the other changes. */
const BackToDefault = ({
  template,
  language,
  write,
}: Omit<MailTextProps, 'disabled'> & { write: (part: MailTextPart, text: string) => void }) => {
  const { t } = useTranslation('mail-template');
  const [subject, body] = useWatch({ name: ['subject', 'body'] }) as [TextByLanguage, TextByLanguage];
  const defaults = template.default_texts[language];
  const isDefault = subject[language] === defaults.subject && body[language] === defaults.body;
  return (
    <Button
      variant="ghost"
      icon={<RotateCcw />}
      className="w-fit"
      disabled={isDefault}
      onClick={() => {
        write('subject', defaults.subject);
        write('body', defaults.body);
      }}
    >
      {t('default_text')}
    </Button>
  );
};
