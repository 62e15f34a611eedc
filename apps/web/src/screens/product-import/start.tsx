import { IMPORT_KINDS } from 'virtual:facts';
import { Upload, X } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NotAllowed } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useUnsavedChangesPrompt } from '../../lib/form/unsaved-changes.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { useSession } from '../../lib/server/session.ts';
import { useUpload } from '../../lib/server/use-upload.ts';
import {
  Banner,
  Button,
  Card,
  CardBody,
  ConfirmDialog,
  Field,
  PageHeader,
  RadioGroup,
} from '../../ui/index.ts';
import { ImportBackLink } from './back-link.tsx';
import { getImportsPath, getStartEndpoint, type ImportKind } from './import.ts';
import { Progress } from './progress.tsx';
import { ImportSteps } from './steps.tsx';
import { PickedFile, type UploadKind } from './upload-field.tsx';

const TITLES = { product: 'add', price: 'add_prices', customer: 'add_customers' } as const;

/** The first step of an import: its file. The following steps are on the import's own page. */
export default function ImportStart() {
  const { can } = useSession();
  const kinds = IMPORT_KINDS.filter((kind) => can(getStartEndpoint(kind)));
  return kinds.length > 0 ? <StartForm kinds={kinds} /> : <NotAllowed use={api.productImport.start} />;
}

const StartForm = ({ kinds }: { kinds: readonly ImportKind[] }) => {
  const { t } = useTranslation(['product-import', 'failures']);
  const [address, setAddress] = useSearchParams();
  const kind = kinds.find((one) => one === address.get('kind')) ?? kinds[0] ?? 'product';
  const openPage = useOpenPage();
  const [files, setFiles] = useState<Readonly<Record<UploadKind, File | null>>>({ file: null, images: null });
  const [wrong, setWrong] = useState<Readonly<Partial<Record<UploadKind, string>>>>({});
  const upload = useUpload();
  const leaving = useUnsavedChangesPrompt(upload.isRunning, upload.busy);

  const take = (part: UploadKind, file: File | null) => {
    upload.reset();
    setFiles((now) => ({ ...now, [part]: file }));
    setWrong((now) => ({ ...now, [part]: undefined }));
  };
  const refuse = (part: UploadKind, reason: 'type' | 'size', file: File) => {
    const old = reason === 'type' && /\.(xls|ods|numbers)$/i.test(file.name);
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
      kind === 'product'
        ? await upload.submit(api.productImport.start, {}, { file: files.file, images: files.images })
        : await upload.submit(getStartEndpoint(kind), {}, { file: files.file });
    // replaces this page in the history, so that Back leads to the list and not to an empty form
    if (done)
      openPage(withQuery(paths.productImport(done.id), { list: address.get('list') }), {
        replace: true,
      });
  };
  const errorOf = (part: UploadKind) => wrong[part] ?? upload.failure?.errors[part]?.[0];
  const elsewhere = failureElsewhere(upload.failure);

  return (
    <>
      <PageHeader
        title={t(TITLES[kind])}
        breadcrumbs={<ImportBackLink to={getImportsPath(kind)} label={t('title')} />}
      />
      <ImportSteps at="file" />
      <form
        noValidate
        aria-label={t('steps.file')}
        className="flex flex-col gap-gap"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {elsewhere ? <Banner tone="danger">{elsewhere}</Banner> : null}
        <Card>
          <CardBody className="flex flex-col gap-5 pt-4">
            <Field label={t('start.kind')}>
              <RadioGroup
                value={kind}
                disabled={upload.busy}
                onChange={(next) => setAddress(next === 'product' ? {} : { kind: next }, { replace: true })}
                options={kinds.map((value) => ({
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
          <SendBar />
        )}
      </form>
      <LeaveQuestion
        open={leaving.asked}
        onStay={leaving.stay}
        onLeave={() => {
          upload.stop();
          leaving.go();
        }}
      />
    </>
  );
};

const SendBar = () => {
  const { t } = useTranslation('product-import');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-subtle">{t('start.safe')}</p>
      <Button variant="primary" type="submit" icon={<Upload />}>
        {t('start.send')}
      </Button>
    </div>
  );
};

type LeaveQuestionProps = { open: boolean; onStay: () => void; onLeave: () => void };

/** Asks before an upload is stopped. */
const LeaveQuestion = ({ open, onStay, onLeave }: LeaveQuestionProps) => {
  const { t } = useTranslation('product-import');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onStay()}
      title={t('start.leave')}
      text={t('start.leave_text')}
      confirmLabel={t('start.leave_yes')}
      cancelLabel={t('start.leave_no')}
      danger
      onConfirm={onLeave}
    />
  );
};

/** Returns the message of a failure that is about none of the fields on the page. */
function failureElsewhere(failure: CallFailure | null): string | null {
  if (!failure) return null;
  const errorFields = Object.keys(failure.errors);
  return errorFields.includes('file') || errorFields.includes('images') ? null : failure.message;
}
