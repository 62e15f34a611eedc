import { IMPORT_MAX_BYTES } from 'virtual:facts';
import { FileArchive, FileSpreadsheet, X } from 'lucide-react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Field, FileDrop, IconButton } from '../../ui/index.ts';

/** A part of the upload: the table, or the zip file with its pictures. */
export type UploadKind = 'file' | 'images';

const ACCEPT = { file: '.xlsx,.csv', images: '.zip' };
const MAX_KB = IMPORT_MAX_BYTES / 1024;

type PickedFileProps = {
  part: UploadKind;
  file: File | null;
  error: string | undefined;
  busy: boolean;
  take: (part: UploadKind, file: File | null) => void;
  refuse: (part: UploadKind, reason: 'type' | 'size', file: File) => void;
};

/** A drop area, or the selected file. */
export const PickedFile = ({ part, file, error, busy, take, refuse }: PickedFileProps) => {
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
