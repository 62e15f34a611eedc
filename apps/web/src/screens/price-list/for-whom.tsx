import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Link } from '../../kit/index.ts';
import { collectErrors, toFieldId } from '../../lib/form/form-errors.ts';
import type { Values } from '../../lib/form/form-values.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import {
  Badge,
  Button,
  Card,
  CardBody,
  CardHeader,
  Field,
  IconButton,
  RadioGroup,
  Textarea,
} from '../../ui/index.ts';

export type PriceListAudience = 'everybody' | 'some';

/** Returns the phones in a pasted text, separated by line breaks, commas, semicolons or tabs. */
export const readPastedPhones = (text: string): string[] =>
  text
    .split(/[\n\r,;\t\u060c]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

type ForWhomProps = {
  audience: PriceListAudience;
  onAudience: (audience: PriceListAudience) => void;
  locked: boolean;
};

/** Selects whether a list applies to everybody or to the customers with the listed phones. */
export const ForWhom = ({ audience, onAudience, locked }: ForWhomProps) => {
  const { t } = useTranslation('price-list');
  return (
    <Card>
      <CardHeader title={t('whom.title')} description={t('whom.text')} />
      <CardBody className="grid gap-4">
        {locked ? (
          <p>{t(`whom.${audience}_hint`)}</p>
        ) : (
          <RadioGroup<PriceListAudience>
            aria-label={t('whom.title')}
            value={audience}
            onChange={onAudience}
            options={(['everybody', 'some'] as const).map((value) => ({
              value,
              label: t(`whom.${value}`),
              hint: t(`whom.${value}_hint`),
            }))}
          />
        )}
        {audience === 'some' ? <PhonesField locked={locked} /> : null}
      </CardBody>
    </Card>
  );
};

const PhonesField = ({ locked }: { locked: boolean }) => {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  const { setValue, clearErrors } = useFormContext<Values>();
  const phones = useWatch({ name: 'phones' }) as readonly string[];
  const wrong = collectErrors(useFormState().errors.phones);
  const [text, setText] = useState('');
  const read = useRead(api.priceList.phones, { phones: [...phones] }, { enabled: phones.length > 0 });
  const put = (next: readonly string[]) => {
    setValue('phones', [...next], { shouldDirty: true });
    clearErrors('phones');
  };
  const add = () => {
    put([...new Set([...phones, ...readPastedPhones(text)])]);
    setText('');
  };
  const rows = phones.map((typed) => ({
    typed,
    found: read.results?.find((one) => one.typed === typed),
  }));
  const faults = rows.filter(({ found }) => found?.phone === null);
  const own = wrong[0]?.message;
  return (
    <>
      {locked ? null : (
        <Field
          id={toFieldId('phones')}
          label={t('whom.paste')}
          hint={t('whom.paste_hint')}
          error={own === undefined ? undefined : <bdi>{own}</bdi>}
        >
          <Textarea
            dir="ltr"
            rows={3}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              add();
            }}
          />
        </Field>
      )}
      {locked ? null : (
        <div>
          <Button icon={<Plus />} disabled={readPastedPhones(text).length === 0} onClick={add}>
            {t('whom.add', {
              count: readPastedPhones(text).length,
              shown: number(readPastedPhones(text).length),
            })}
          </Button>
        </div>
      )}
      {faults.length > 0 ? (
        <p role="status" className="text-sm text-danger-text">
          {t('whom.faults', { count: faults.length, shown: isolateBidi(number(faults.length)) })}
        </p>
      ) : null}
      <ul
        aria-label={t('whom.list')}
        className="divide-y divide-line rounded-md border border-line empty:hidden"
      >
        {rows.map(({ typed, found }) => (
          <li key={typed} className="flex min-h-control items-center gap-3 px-3 py-1">
            <Bdi dir="ltr" className={found?.phone === null ? 'tabular text-danger-text' : 'tabular'}>
              {found?.phone ?? typed}
            </Bdi>
            <span className="min-w-0 flex-1 truncate text-sm">
              {found === undefined ? (
                <span className="text-subtle">…</span>
              ) : found.phone === null ? (
                <span className="text-danger-text">{t('whom.no_phone')}</span>
              ) : found.customer ? (
                <Link to={paths.customer(found.customer.id)} className="underline">
                  <bdi>{found.customer.name}</bdi>
                </Link>
              ) : found.customer === null ? (
                <Badge>{t('whom.not_yet')}</Badge>
              ) : null}
            </span>
            {locked ? null : (
              <IconButton
                size="sm"
                label={t('whom.remove', { phone: isolateBidi(typed) })}
                icon={<X />}
                onClick={() => put(phones.filter((one) => one !== typed))}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
};
