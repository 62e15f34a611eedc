import { useState } from 'react';
import { RecordStates } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Button, Card, CardBody, CardHeader, Field, Textarea } from '../../ui/index.ts';

/** The websites to which a customer may be redirected after paying. */
export const ReturnWebsites = () => {
  const { t } = useTranslation('gateway');
  const read = useRead(api.setting.show, {});
  return (
    <Card className="mt-6">
      <CardHeader title={t('websites')} description={t('websites_text')} />
      <CardBody>
        <RecordStates read={read} use={api.setting.show}>
          {(setting) => <WebsitesForm key={setting.revision} of={setting} />}
        </RecordStates>
      </CardBody>
    </Card>
  );
};

const WebsitesForm = ({ of }: { of: RowOf<typeof api.setting.show> }) => {
  const { t } = useTranslation('gateway');
  const may = useSession().can(api.setting.save);
  const stored = of.pay_return_origins.join('\n');
  const [text, setText] = useState(stored);
  const { submit, busy, failure } = useWrite(api.setting.save, { success: t('websites_saved'), form: true });
  const [error] = Object.entries(failure?.errors ?? {}).flatMap(([, texts]) => texts);
  const origins = text
    .split(/\s+/)
    .map((one) => one.replace(/\/$/, ''))
    .filter((one) => one !== '');
  return (
    <form
      noValidate
      className="grid max-w-xl gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ pay_return_origins: origins, revision: of.revision });
      }}
    >
      <Field label={t('websites_label')} hint={t('websites_hint')} error={error && <bdi>{error}</bdi>}>
        <Textarea
          dir="ltr"
          rows={3}
          value={text}
          readOnly={!may}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {may ? (
        <Button type="submit" className="w-fit" loading={busy} disabled={text === stored}>
          {t('save')}
        </Button>
      ) : null}
    </form>
  );
};
