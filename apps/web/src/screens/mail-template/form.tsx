import { LOCALES } from 'virtual:facts';
import { RotateCcw, Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { FinalWords, type FormDraft, FormInput, FormPage, Timeline, useDraft } from '../../kit/index.ts';
import { collectErrors } from '../../lib/form/form-errors.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  ConfirmDialog,
  SegmentedControl,
} from '../../ui/index.ts';
import { type MailLanguage, type Template, toShownTexts, toStoredTexts } from './draft.ts';
import { formFields } from './fields.ts';
import { MailPreview } from './preview.tsx';
import { MailText } from './text.tsx';

const useTemplateDraft = (template: Template, success: string): FormDraft =>
  useDraft(api.mailTemplate.save, {
    facts: formFields,
    record: template,
    defaults: (record) => ({
      subject: toShownTexts(record ?? template, 'subject'),
      body: toShownTexts(record ?? template, 'body'),
      status: (record ?? template).status as 0 | 1,
    }),
    read: async () => (await callApi(api.mailTemplate.show, { key: template.key })).results,
    recordKey: { place: ({ key, version }: Template) => ({ key, version }), record: (result) => result },
    send: async (input, save) => ({ result: await save(toStoredTexts(input, template)) }),
    success,
    onSaved: () => undefined,
    keep: `mail-template.${template.key}`,
  });

/** The texts of an e-mail beside a preview. */
export const MailTemplateForm = ({ template }: { template: Template }) => {
  const { t } = useTranslation(['mail-template', 'kit']);
  const title = t(`mail-template:key.${template.key}`);
  const draft = useTemplateDraft(template, t('mail-template:saved', { name: title }));
  const locked = !template.actions.includes('save');
  const [language, setLanguage] = useState<MailLanguage>(useLocale());
  useTitle(title);
  return (
    <FormPage
      draft={draft}
      title={title}
      back={{ to: paths.mailTemplates, label: t('mail-template:title') }}
      actions={
        <>
          {template.actions.includes('reset') ? <ResetButton template={template} draft={draft} /> : null}
          <Timeline noun="mail-template" id={template.id} facts={formFields} />
        </>
      }
    >
      {locked ? <Banner tone="warning">{t('mail-template:locked')}</Banner> : null}
      <p className="text-muted">{t(`mail-template:about.${template.key}`)}</p>
      <FollowErrors language={language} onChange={setLanguage}>
        <SegmentedControl
          aria-label={t('mail-template:language')}
          value={language}
          onChange={setLanguage}
          options={LOCALES.map((locale) => ({ value: locale, label: t(`kit:localized.${locale}`) }))}
          className="w-fit"
        />
        <div className="grid min-w-0 items-start gap-gap xl:grid-cols-2">
          <Card>
            <CardHeader title={t('mail-template:part.text')} />
            <CardBody className="grid gap-4">
              {template.can_be_off ? <FormInput of={formFields.status} disabled={locked} /> : null}
              <MailText template={template} language={language} disabled={locked} />
            </CardBody>
          </Card>
          <Card className="xl:sticky xl:top-(--bar-top)">
            <CardHeader
              title={t('mail-template:part.preview')}
              actions={
                template.actions.includes('test') ? (
                  <TestButton template={template} language={language} />
                ) : null
              }
            />
            <CardBody>
              <MailPreview template={template} language={language} />
            </CardBody>
          </Card>
        </div>
      </FollowErrors>
    </FormPage>
  );
};

/** Shows the language of the first error after a refused save. */
const FollowErrors = ({
  language,
  onChange,
  children,
}: {
  language: MailLanguage;
  onChange: (language: MailLanguage) => void;
  children: ReactNode;
}) => {
  const { errors, submitCount } = useFormState();
  const wrong = collectErrors(errors).map(({ path }) => path.split('.').at(-1));
  const handled = useRef(submitCount);
  useEffect(() => {
    // selecting a language must not switch back to the language of an old error; only a new refused save does
    const isNewSave = handled.current !== submitCount;
    const first = LOCALES.find((locale) => wrong.includes(locale));
    if (first === undefined || !isNewSave) return;
    handled.current = submitCount;
    if (!wrong.includes(language)) onChange(first);
  });
  return children;
};

const ResetButton = ({ template, draft }: { template: Template; draft: FormDraft }) => {
  const { t } = useTranslation(['mail-template', 'kit']);
  const [isAsking, setAsking] = useState(false);
  const reset = useWrite(api.mailTemplate.reset, {
    success: t('mail-template:reset_done', { name: t(`mail-template:key.${template.key}`) }),
    onSuccess: () => {
      draft.discard();
      setAsking(false);
    },
  });
  if (LOCALES.every((locale) => template.locales[locale] === 'default')) return null;
  return (
    <>
      <Button icon={<RotateCcw />} onClick={() => setAsking(true)}>
        {t('mail-template:reset')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('mail-template:reset_ask')}
        text={<FinalWords deletes>{t('mail-template:reset_text')}</FinalWords>}
        confirmLabel={t('mail-template:reset')}
        cancelLabel={t('kit:cancel')}
        danger
        loading={reset.busy}
        onConfirm={() => void reset.submit({ key: template.key })}
      />
    </>
  );
};

const TestButton = ({ template, language }: { template: Template; language: MailLanguage }) => {
  const { t } = useTranslation('mail-template');
  const { isDirty } = useFormContext().formState;
  const test = useWrite(api.mailTemplate.test, {
    success: ({ recipient }) => t('test_sent', { recipient: isolateBidi(recipient) }),
  });
  return (
    <Button
      size="sm"
      icon={<Send className="rtl:-scale-x-100" />}
      loading={test.busy}
      disabled={isDirty}
      title={t('test_text')}
      onClick={() => void test.submit({ key: template.key, locale: language })}
    >
      {t('test')}
    </Button>
  );
};
