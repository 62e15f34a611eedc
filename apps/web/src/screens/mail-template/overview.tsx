import { LOCALES } from 'virtual:facts';
import { Instant, Link, RecordStates } from '../../kit/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { ResultOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Badge, Card, PageHeader } from '../../ui/index.ts';

type Row = ResultOf<typeof api.mailTemplate.overview>['templates'][number];

/**
 * Lists the product's e-mails: whether each language has its own text, whether it is sent, and when it was last sent.
 */
const MailTemplatesPage = () => {
  const { t } = useTranslation('mail-template');
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <RecordStates read={useRead(api.mailTemplate.overview, {})} use={api.mailTemplate.overview}>
        {({ templates }) => (
          <Card>
            <ul className="divide-y divide-line">
              {templates.map((row) => (
                <MailRow key={row.key} row={row} />
              ))}
            </ul>
          </Card>
        )}
      </RecordStates>
    </>
  );
};

const MailRow = ({ row }: { row: Row }) => {
  const { t } = useTranslation(['mail-template', 'kit']);
  const { number } = useFormat();
  const state = row.key === 'otp' ? 'always' : row.status === 1 ? 'on' : 'off';
  return (
    <li className="relative grid gap-x-6 gap-y-2.5 p-4 hover:bg-hover md:grid-cols-[minmax(0,1fr)_24rem] md:items-center">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
          <Link
            to={paths.mailTemplate(row.key)}
            className="text-primary-text after:absolute after:inset-0 hover:underline"
          >
            {t(`mail-template:key.${row.key}`)}
          </Link>
          <Badge variant={state === 'off' ? 'secondary' : 'success'}>{t(`mail-template:${state}`)}</Badge>
        </h2>
        <p className="mt-0.5 text-sm text-muted">{t(`mail-template:about.${row.key}`)}</p>
        <p className="mt-1 text-sm text-subtle">
          {row.last_sent_at === null ? (
            t('mail-template:never_sent')
          ) : (
            <>
              {t('mail-template:last_sent')}: <Instant at={row.last_sent_at} />
            </>
          )}
          {row.failed > 0 ? (
            <span className="text-danger-text">
              {' · '}
              {t('mail-template:failed', { count: row.failed, shown: number(row.failed) })}
            </span>
          ) : null}
        </p>
      </div>
      <dl className="grid grid-cols-3 gap-2">
        {LOCALES.map((locale) => (
          <div key={locale} className="min-w-0">
            <dt className="text-sm text-subtle">{t(`kit:localized.${locale}`)}</dt>
            <dd className="mt-0.5">
              <Badge variant={row.locales[locale] === 'own' ? 'primary' : 'secondary'}>
                {t(`mail-template:owner.${row.locales[locale]}`)}
              </Badge>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
};

export default MailTemplatesPage;
