import { CreditCard, ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Can, FinalWords, Instant, type ListRowOf, RecordStates } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import {
  Badge,
  Button,
  Card,
  CardBody,
  CardHeader,
  ConfirmDialog,
  EmptyState,
  FactList,
  IconButton,
  PageHeader,
} from '../../ui/index.ts';
import { GatewayDialog } from './gateway-dialog.tsx';
import { ReturnWebsites } from './return-websites.tsx';

type Gateway = ListRowOf<typeof api.gateway.list>;

/** The page size; no shop has so many gateways. */
const MOST = 100;

/** The list of gateways, one card for each, with the payment methods they serve. */
const GatewaysPage = () => {
  const { t } = useTranslation('gateway');
  const read = useRead(api.gateway.list, { limit: MOST });
  const [edited, setEdited] = useState<Gateway | 'new' | null>(null);
  const add = (
    <Can use={api.gateway.save}>
      <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
        {t('add')}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={read.results?.length ? add : null} />
      <RecordStates read={read} use={api.gateway.list}>
        {(gateways) =>
          gateways.length === 0 ? (
            <EmptyState icon={<CreditCard />} title={t('empty')} text={t('empty_text')} actions={add} />
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
              {gateways.map((gateway) => (
                <li key={gateway.id} className="min-w-0">
                  <GatewayCard of={gateway} onEdit={() => setEdited(gateway)} />
                </li>
              ))}
            </ul>
          )
        }
      </RecordStates>
      <Can use={api.setting.show}>
        <ReturnWebsites />
      </Can>
      {edited === null ? null : (
        <GatewayDialog gateway={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
};

const GatewayCard = ({ of, onEdit }: { of: Gateway; onEdit: () => void }) => {
  const { t } = useTranslation(['gateway', 'fields', 'kit']);
  const [isAsking, setAsking] = useState(false);
  const title = isolateBidi(of.payment_title);
  const remove = useWrite(api.gateway.remove, {
    success: t('gateway:removed', { title }),
    onSuccess: () => setAsking(false),
  });
  return (
    <Card className="h-full">
      <CardHeader
        title={<bdi>{of.payment_title}</bdi>}
        actions={
          <>
            {of.actions.includes('save') ? (
              <IconButton
                size="sm"
                icon={<Pencil />}
                label={t('gateway:edit_named', { title })}
                onClick={onEdit}
              />
            ) : null}
            {of.actions.includes('delete') ? (
              <IconButton
                size="sm"
                icon={<Trash2 />}
                label={t('gateway:remove_named', { title })}
                onClick={() => setAsking(true)}
              />
            ) : null}
          </>
        }
      />
      <CardBody>
        <p className="flex flex-wrap gap-1.5">
          <Badge>{t(`gateway:provider.${of.provider}`)}</Badge>
          {of.mode === 'test' ? <Badge variant="warning">{t('gateway:test_mode')}</Badge> : null}
          <Badge variant={of.status === 1 ? 'success' : 'secondary'}>
            {t(of.status === 1 ? 'kit:status.active' : 'kit:status.disabled')}
          </Badge>
        </p>
        <GatewayFacts of={of} />
        {of.actions.includes('save') && of.status === 1 ? <TestPayment of={of} /> : null}
      </CardBody>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('gateway:remove_ask', { title })}
        text={<FinalWords deletes>{t('gateway:remove_text')}</FinalWords>}
        confirmLabel={t('gateway:remove')}
        cancelLabel={t('kit:cancel')}
        danger
        loading={remove.busy}
        onConfirm={() => void remove.submit({ id: of.id, version: of.version })}
      />
    </Card>
  );
};

const GatewayFacts = ({ of }: { of: Gateway }) => {
  const { t } = useTranslation(['gateway', 'fields']);
  const { number } = useFormat();
  const isSet = (set: boolean) => t(set ? 'gateway:key_set' : 'gateway:key_missing');
  return (
    <FactList
      facts={[
        {
          id: 'secret',
          name: t('fields:secret'),
          value: of.secret_hint ? (
            <>
              <span>{t('gateway:key_ends', { end: isolateBidi(of.secret_hint) })}</span>
              {of.secret_changed_at ? <Instant at={of.secret_changed_at} /> : null}
            </>
          ) : (
            isSet(of.secret_set)
          ),
        },
        { id: 'webhook', name: t('fields:webhook_secret'), value: isSet(of.webhook_secret_set) },
        {
          id: 'callback',
          name: t('fields:last_callback_at'),
          value: of.last_callback_at ? <Instant at={of.last_callback_at} /> : t('gateway:never'),
        },
        { id: 'paid', name: t('fields:paid_today'), value: number(of.paid_today) },
        { id: 'refused', name: t('fields:refused_today'), value: number(of.refused_today) },
      ]}
    />
  );
};

/** Starts a test payment of 1.00 that belongs to no order, on the page that customers see. */
const TestPayment = ({ of }: { of: Gateway }) => {
  const { t } = useTranslation('gateway');
  const { submit, busy, reset } = useWrite(api.gateway.test);
  const [url, setUrl] = useState<string | null>(null);
  const start = async () => {
    reset();
    const started = await submit({ id: of.id });
    if (started) setUrl(started.url);
  };
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2">
      <Button size="sm" loading={busy} onClick={() => void start()}>
        {t('test')}
      </Button>
      {url ? (
        <Button asChild size="sm" variant="link" icon={<ExternalLink />}>
          <a href={url} target="_blank" rel="noreferrer">
            {t('test_open')}
          </a>
        </Button>
      ) : null}
    </p>
  );
};

export default GatewaysPage;
