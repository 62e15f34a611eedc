import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { ResultOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Banner, Button, Card, CardBody, CardHeader, FactList, Field, Textarea } from '../../ui/index.ts';

type Verified = ResultOf<typeof api.tss.verify>;

/** Checks the code of a German receipt, pasted or scanned. @param code of a receipt selected in the log, or '' */
export const VerifyCard = ({ code }: { code: string }) => {
  const { t } = useTranslation(['tss', 'fields']);
  const [text, setText] = useState(code);
  const [qr, setQr] = useState(code);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // scrolls here after the user selects a receipt in the log
    if (code !== '') card.current?.scrollIntoView({ block: 'nearest' });
  }, [code]);
  const read = useRead(api.tss.verify, { qr }, { enabled: qr !== '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQr(text.trim());
  };
  const isAnswered = qr !== '' && !read.isPlaceholderData;
  return (
    <Card ref={card}>
      <CardHeader title={t('tss:verify')} />
      <CardBody>
        <form onSubmit={submit} className="grid gap-3">
          <Field
            label={t('fields:qr')}
            hint={t('tss:verify_hint')}
            error={isAnswered ? read.failure?.message : undefined}
          >
            <Textarea dir="ltr" rows={4} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <p>
            <Button type="submit" loading={read.isFetching} disabled={text.trim() === ''}>
              {t('tss:verify_action')}
            </Button>
          </p>
        </form>
        {isAnswered && read.results && !read.failure ? <VerifyResult of={read.results} /> : null}
      </CardBody>
    </Card>
  );
};

const VerifyResult = ({ of }: { of: Verified }) => {
  const { t } = useTranslation(['tss', 'fields']);
  return (
    <div className="mt-4" role="status">
      <Banner tone={of.valid ? 'success' : 'danger'}>
        {of.valid
          ? t('tss:valid')
          : t('tss:invalid', { field: t(`fields:${of.differs ?? 'signature_value'}`) })}
      </Banner>
      <FactList
        facts={Object.entries(of.fields).map(([id, value]) => ({
          id,
          name: t(`fields:${id}`),
          value: <Bdi dir="ltr">{value}</Bdi>,
        }))}
      />
    </div>
  );
};
