import { tillApi } from 'virtual:endpoints/till';
import { MonitorSmartphone, Unplug } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Can, Instant, type ListRowOf } from '../../kit/index.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { CallFailure, callApi } from '../../lib/server/call.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { showFailureToast, showSuccessToast } from '../../lib/server/toast.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Badge, Button, Card, CardBody, CardHeader, ConfirmDialog, Dialog } from '../../ui/index.ts';

type Row = ListRowOf<typeof api.posDevice.list>;
type Code = RowOf<typeof tillApi.tillPairing.code>;

/** The saved tills of a branch: which browser each one is, what has not arrived from it, and the code to pair one. */
export const TillPairing = ({ branch_id }: { branch_id: number }) => {
  const { t } = useTranslation('branch');
  const { results } = useRead(api.posDevice.list, { branch_id, limit: 100 });
  if (!results || results.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('pairing.title')} description={t('pairing.text')} />
      <CardBody>
        <ul className="grid divide-y divide-line">
          {results.map((row) => (
            <Till key={row.id} of={row} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
};

const Till = ({ of: row }: { of: Row }) => {
  const { t } = useTranslation('branch');
  const { number } = useFormat();
  const [code, setCode] = useState<Code | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { submit, busy } = useWrite(tillApi.tillPairing.code);
  const issue = async () => {
    const answer = await submit({ device_id: row.id });
    if (answer) setCode(answer);
  };
  const isPaired = row.paired_at !== null;
  const missing = row.missing
    .map(({ epoch_letters, from, to }) => `${epoch_letters} ${from === to ? from : `${from}–${to}`}`)
    .join(', ');
  return (
    <li className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium text-ink">{row.name}</bdi>
          <Badge variant={isPaired ? 'success' : 'secondary'}>
            {isPaired
              ? t('pairing.paired', { letters: isolateBidi(row.epoch_letters ?? '') })
              : t('pairing.unpaired')}
          </Badge>
          {row.waiting > 0 ? (
            <Badge variant="warning">{t('pairing.waiting', { count: row.waiting })}</Badge>
          ) : null}
          {isPaired && row.storage_kept === false ? (
            <Badge variant="warning">{t('pairing.not_kept')}</Badge>
          ) : null}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-subtle">
          {row.last_seen ? (
            <span>
              {t('pairing.last_seen')} <Instant at={row.last_seen} />
            </span>
          ) : null}
          {row.next_no === null ? null : (
            <span>{t('pairing.next_no', { number: isolateBidi(number(row.next_no)) })}</span>
          )}
          {missing === '' ? null : (
            <span className="text-danger-text">
              {t('pairing.missing', { numbers: isolateBidi(missing) })}
            </span>
          )}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Can use={tillApi.tillPairing.code}>
          <Button
            size="sm"
            icon={<MonitorSmartphone />}
            loading={busy}
            onClick={() => void issue()}
            aria-label={t('pairing.code_named', { name: isolateBidi(row.name) })}
          >
            {t('pairing.code')}
          </Button>
        </Can>
        {isPaired ? (
          <Can use={tillApi.tillPairing.unpair}>
            <Button
              size="sm"
              variant="ghost"
              icon={<Unplug />}
              onClick={() => setLeaving(true)}
              aria-label={t('pairing.unpair_named', { name: isolateBidi(row.name) })}
            >
              {t('pairing.unpair')}
            </Button>
          </Can>
        ) : null}
      </span>
      {code ? <CodeDialog of={code} name={row.name} onClose={() => setCode(null)} /> : null}
      {isLeaving ? <UnpairDialog of={row} onClose={() => setLeaving(false)} /> : null}
    </li>
  );
};

const CodeDialog = ({ of: code, name, onClose }: { of: Code; name: string; onClose: () => void }) => {
  const { t } = useTranslation(['branch', 'kit']);
  const { relative } = useFormat();
  const picture = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isOver = false;
    void import('../../shared/qr-svg.ts').then(({ drawQrSvg }) => {
      if (isOver) return;
      const svg = drawQrSvg(code.qr_text);
      svg.classList.add('size-full');
      picture.current?.replaceChildren(svg);
    });
    return () => {
      isOver = true;
    };
  }, [code.qr_text]);
  return (
    <Dialog
      open
      size="sm"
      title={t('branch:pairing.code_for', { name: isolateBidi(name) })}
      description={t('branch:pairing.code_text', { address: isolateBidi(`${location.origin}/pos`) })}
      closeLabel={t('kit:close')}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="grid justify-items-center gap-4 pt-2">
        <div
          ref={picture}
          role="img"
          aria-label={t('branch:pairing.qr')}
          data-skin="light"
          className="size-48 rounded-lg bg-white"
        />
        <bdi
          dir="ltr"
          data-pairing-code=""
          className="font-mono text-3xl font-semibold tracking-[0.2em] text-ink select-all"
        >
          {`${code.code.slice(0, 4)} ${code.code.slice(4)}`}
        </bdi>
        <p className="text-sm text-muted">
          {t('branch:pairing.expires', { when: isolateBidi(relative(code.expires_at)) })}
        </p>
      </div>
    </Dialog>
  );
};

/** Ends a pairing; where sales are missing it says how many, and a second press does it all the same. */
const UnpairDialog = ({ of: row, onClose }: { of: Row; onClose: () => void }) => {
  const { t } = useTranslation(['branch', 'kit']);
  const [waiting, setWaiting] = useState(row.waiting);
  const [isBusy, setBusy] = useState(false);
  const unpair = async () => {
    setBusy(true);
    try {
      await callApi(tillApi.tillPairing.unpair, { device_id: row.id, ...(waiting > 0 ? { force: 1 } : {}) });
      showSuccessToast(t('branch:pairing.ended', { name: isolateBidi(row.name) }));
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setBusy(false);
      if (error.code === 'till.waiting') setWaiting(Number(error.params.count ?? 1));
      else showFailureToast(error);
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t('branch:pairing.unpair_title', { name: isolateBidi(row.name) })}
      text={
        waiting > 0 ? t('branch:pairing.unpair_waiting', { count: waiting }) : t('branch:pairing.unpair_text')
      }
      confirmLabel={t('branch:pairing.unpair')}
      cancelLabel={t('kit:cancel')}
      loading={isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      onConfirm={() => void unpair()}
    />
  );
};
