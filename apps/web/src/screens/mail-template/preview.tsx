import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useDebounced } from '../../lib/debounced.ts';
import { isolateBidi } from '../../lib/format.ts';
import { getTextDirection, useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Banner, Field, SegmentedControl, Select, Skeleton } from '../../ui/index.ts';
import type { MailLanguage, Template, TextByLanguage } from './draft.ts';

/** The pause in typing after which the preview reloads. */
const DEBOUNCE_MS = 300;
/** The number of latest orders to choose from. */
const ORDERS = 10;
const SAMPLE = 'sample';

type View = 'html' | 'plain';
type Look = 'light' | 'dark';

/** Previews the e-mail with the form's texts, filled with sample data or a real order. */
export const MailPreview = ({ template, language }: { template: Template; language: MailLanguage }) => {
  const { t } = useTranslation('mail-template');
  const [view, setView] = useState<View>('html');
  const [look, setLook] = useState<Look>('light');
  const [order, setOrder] = useState(SAMPLE);
  const isAboutOrder = template.placeholders.some(({ name }) => name === 'order');
  const [subject, body] = useWatch({ name: ['subject', 'body'] }) as [TextByLanguage, TextByLanguage];
  const texts = useDebounced(JSON.stringify([subject[language] ?? '', body[language] ?? '']), DEBOUNCE_MS);
  const [shownSubject, shownBody] = JSON.parse(texts) as [string, string];
  const { results, failure } = useRead(api.mailTemplate.preview, {
    key: template.key,
    locale: language,
    ...(shownSubject.trim() === '' ? {} : { subject: shownSubject }),
    ...(shownBody.trim() === '' ? {} : { body: shownBody }),
    ...(order === SAMPLE ? {} : { order_id: Number(order) }),
  });
  return (
    <div className="grid gap-3">
      {isAboutOrder ? <OrderSelect value={order} onChange={setOrder} /> : null}
      <div className="flex flex-wrap gap-3">
        <SegmentedControl<View>
          aria-label={t('view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'html', label: t('html') },
            { value: 'plain', label: t('plain') },
          ]}
        />
        {view === 'html' ? (
          <SegmentedControl<Look>
            aria-label={t('look')}
            value={look}
            onChange={setLook}
            options={[
              { value: 'light', label: t('light') },
              { value: 'dark', label: t('dark') },
            ]}
          />
        ) : null}
      </div>
      {failure ? <Banner tone="danger">{failure.message}</Banner> : null}
      {results ? (
        <>
          <p dir="auto" lang={results.locale} className="font-medium break-words text-ink">
            <bdi>{results.subject}</bdi>
          </p>
          {view === 'html' ? (
            <iframe
              title={t('frame')}
              sandbox=""
              srcDoc={results.html.replace('<html ', `<html data-skin="${look}" `)}
              className="h-[32rem] w-full rounded-md border border-line bg-surface"
            />
          ) : (
            <pre
              dir={getTextDirection(results.locale)}
              lang={results.locale}
              className="max-h-[32rem] overflow-auto rounded-md border border-line bg-sunken p-4 font-sans whitespace-pre-wrap text-ink [overflow-wrap:anywhere]"
            >
              {results.text}
            </pre>
          )}
        </>
      ) : failure ? null : (
        <Skeleton className="h-64" />
      )}
    </div>
  );
};

/** Selects the sample data, or one of the latest orders if the user may see orders. */
const OrderSelect = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation('mail-template');
  const maySee = useSession().can(api.order.list);
  const { results } = useRead(
    api.order.list,
    { limit: ORDERS, sort_by: 'id', sort_as: 'desc' },
    { enabled: maySee },
  );
  return (
    <Field label={t('with')} id="mail-preview-order">
      <Select
        value={value}
        onChange={onChange}
        options={[
          { value: SAMPLE, label: t('sample') },
          ...(results ?? []).map(({ id }) => ({
            value: String(id),
            label: t('order', { id: isolateBidi(`#${id}`) }),
          })),
        ]}
      />
    </Field>
  );
};
