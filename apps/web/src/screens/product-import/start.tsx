import { api, IMPORT_MAX_BYTES } from '@dukkan/contract';
import { FileArchive, FileSpreadsheet, Upload, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { NotAllowed } from '../../kit/index.ts';
import type { CallFailure } from '../../lib/call.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLeaveQuestion } from '../../lib/leave.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useUpload } from '../../lib/upload.ts';
import {
  Banner,
  Button,
  Card,
  CardBody,
  ConfirmDialog,
  Field,
  FileDrop,
  IconButton,
  PageHeader,
  RadioGroup,
} from '../../ui/index.ts';
import { BackLink } from './back-link.tsx';
import { Progress } from './progress.tsx';
import { Steps } from './steps.tsx';

type Kind = 'product' | 'price';
type Part = 'file' | 'images';

const ACCEPT = { file: '.xlsx,.csv', images: '.zip' };
const MAX_KB = IMPORT_MAX_BYTES / 1024;

/** The first step of an import: its file. What follows has an address of its own. */
export default function ImportStart() {
  const { can } = useSession();
  return can(api.productImport.start) ? <Start /> : <NotAllowed use={api.productImport.start} />;
}

const Start = () => {
  const { t } = useTranslation(['product-import', 'failures']);
  const [address, setAddress] = useSearchParams();
  const kind: Kind = address.get('kind') === 'price' ? 'price' : 'product';
  const navigate = useNavigate();
  const [files, setFiles] = useState<Readonly<Record<Part, File | null>>>({ file: null, images: null });
  const [wrong, setWrong] = useState<Readonly<Partial<Record<Part, string>>>>({});
  const upload = useUpload();
  const leaving = useLeaveQuestion(() => upload.busy, upload.busy);

  const take = (part: Part, file: File | null) => {
    upload.reset();
    setFiles((now) => ({ ...now, [part]: file }));
    setWrong((now) => ({ ...now, [part]: undefined }));
  };
  const refuse = (part: Part, reason: 'type' | 'size', file: File) => {
    const old = reason === 'type' && /\.xls$/i.test(file.name);
    const text = old ? t('failures:import.old_format') : t(`product-import:wrong.${part}_${reason}`);
    setFiles((now) => ({ ...now, [part]: null }));
    setWrong((now) => ({ ...now, [part]: text }));
  };
  const send = async () => {
    if (!files.file) {
      setWrong((now) => ({ ...now, file: t('failures:import.file_missing') }));
      document.getElementById('f-file')?.focus();
      return;
    }
    const done =
      kind === 'price'
        ? await upload.submit(api.productImport.startPrices, {}, { file: files.file })
        : await upload.submit(api.productImport.start, {}, { file: files.file, images: files.images });
    // the upload has its own place now: Back leads to the list and not to an empty form
    if (done) void navigate(paths.productImport(done.id), { replace: true });
  };
  const errorOf = (part: Part) => wrong[part] ?? upload.failure?.errors[part]?.[0];
  const elsewhere = failureElsewhere(upload.failure);

  return (
    <>
      <PageHeader
        title={t(kind === 'price' ? 'add_prices' : 'add')}
        breadcrumbs={<BackLink to={paths.productImports} label={t('title')} />}
      />
      <Steps at="file" />
      <form
        noValidate
        aria-label={t('steps.file')}
        className="flex flex-col gap-gap"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {elsewhere ? (
          <Banner tone="danger" title={t('start.failed')}>
            {elsewhere}
          </Banner>
        ) : null}
        <Card>
          <CardBody className="flex flex-col gap-5 pt-4">
            <Field label={t('start.kind')}>
              <RadioGroup
                value={kind}
                disabled={upload.busy}
                onChange={(next) => setAddress(next === 'price' ? { kind: next } : {}, { replace: true })}
                options={(['product', 'price'] as const).map((value) => ({
                  value,
                  label: t(`kind.${value}`),
                  hint: t(`start.${value}_hint`),
                }))}
              />
            </Field>
            <PickedFile
              part="file"
              file={files.file}
              error={errorOf('file')}
              busy={upload.busy}
              take={take}
              refuse={refuse}
            />
            {kind === 'product' ? (
              <PickedFile
                part="images"
                file={files.images}
                error={errorOf('images')}
                busy={upload.busy}
                take={take}
                refuse={refuse}
              />
            ) : null}
          </CardBody>
        </Card>
        {upload.busy ? (
          <Progress
            title={upload.share === 1 ? t('start.looking') : t('start.sending')}
            value={Math.floor((upload.share ?? 0) * 100)}
            actions={
              <Button icon={<X />} onClick={upload.stop}>
                {t('start.stop')}
              </Button>
            }
          />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-subtle">{t('start.safe')}</p>
            <Button variant="primary" type="submit" icon={<Upload />}>
              {t('start.send')}
            </Button>
          </div>
        )}
      </form>
      <ConfirmDialog
        open={leaving.asked}
        onOpenChange={(open) => open || leaving.stay()}
        title={t('start.leave')}
        text={t('start.leave_text')}
        confirmLabel={t('start.leave_yes')}
        cancelLabel={t('start.leave_no')}
        danger
        onConfirm={() => {
          upload.stop();
          leaving.go();
        }}
      />
    </>
  );
};

/** What a refusal says beside the fields that are on the page. */
function failureElsewhere(failure: CallFailure | null): string | null {
  if (!failure) return null;
  const said = Object.keys(failure.errors);
  return said.includes('file') || said.includes('images') ? null : failure.message;
}

type PickedFileProps = {
  part: Part;
  file: File | null;
  error: string | undefined;
  busy: boolean;
  take: (part: Part, file: File | null) => void;
  refuse: (part: Part, reason: 'type' | 'size', file: File) => void;
};

/** A place to drop a file, or the file that was dropped. */
const PickedFile = ({ part, file, error, busy, take, refuse }: PickedFileProps) => {
  const { t } = useTranslation('product-import');
  const { bytes } = useFormat();
  const Drawing = part === 'file' ? FileSpreadsheet : FileArchive;
  return (
    <Field id={`f-${part}`} label={t(`start.${part}`)} error={error} required={part === 'file'}>
      {file ? (
        <div className="flex items-center gap-3 rounded-lg border border-line px-3 py-2">
          <Drawing aria-hidden="true" className="size-5 shrink-0 text-subtle" />
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <bdi className="font-medium">{file.name}</bdi>{' '}
            <bdi className="text-sm whitespace-nowrap text-subtle">{bytes(file.size)}</bdi>
          </p>
          <IconButton
            label={t('start.remove', { name: file.name })}
            icon={<X />}
            size="sm"
            disabled={busy}
            onClick={() => take(part, null)}
          />
        </div>
      ) : (
        <FileDrop
          accept={ACCEPT[part]}
          maxKb={MAX_KB}
          label={t(`start.${part}_pick`)}
          hint={t(`start.${part}_hint`)}
          icon={<Drawing />}
          disabled={busy}
          onFile={(next) => take(part, next)}
          onRefuse={(reason, next) => refuse(part, reason, next)}
        />
      )}
    </Field>
  );
};
