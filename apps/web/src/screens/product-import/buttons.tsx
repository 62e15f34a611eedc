import { EXPORT_FORMATS } from 'virtual:facts';
import { CircleStop, Download, Undo2 } from 'lucide-react';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { downloadList } from '../../lib/server/download.ts';
import { withExportPermission } from '../../lib/server/permission.ts';
import { useSession } from '../../lib/server/session.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Button, Menu, MenuItem } from '../../ui/index.ts';
import { AskButton } from './confirm-button.tsx';
import type { Import } from './import.ts';
import { useUndoQuestion } from './undo-question.ts';

type Props = { row: Import; onImportChange: (row: Import) => void };

/** Cancels an import or its check, and reports what was already written. */
export const CancelButton = ({ row, onImportChange }: Props) => {
  const { t } = useTranslation('product-import');
  const { number } = useFormat();
  const cancel = useWrite(api.productImport.cancel, { silent: true, onSuccess: onImportChange });
  const written = row.state === 'running' ? row.created + row.updated : 0;
  // a check has written nothing, so canceling it only returns to the columns
  if (row.state === 'checking') {
    return (
      <Button icon={<CircleStop />} loading={cancel.busy} onClick={() => void cancel.submit({ id: row.id })}>
        {t('cancel.check')}
      </Button>
    );
  }
  return (
    <AskButton
      label={t('cancel.label')}
      icon={<CircleStop />}
      ask={{
        title: t('cancel.title', { name: isolateBidi(row.file_name) }),
        text: written
          ? t('cancel.written', { count: written, shown: number(written) })
          : t(row.state === 'running' || row.state === 'waiting' ? 'cancel.waiting' : 'cancel.nothing'),
        yes: t('cancel.yes'),
        // a plain 'Cancel' would be ambiguous between the import and the dialog
        no: t('cancel.no'),
      }}
      act={async () => (await cancel.submit({ id: row.id })) !== undefined}
      busy={cancel.busy}
      failure={cancel.failure?.message}
    />
  );
};

/** Undoes a whole import, after stating the consequences. */
export const UndoButton = ({ row, onImportChange }: Props) => {
  const { t } = useTranslation('product-import');
  const undo = useWrite(api.productImport.undo, { silent: true, onSuccess: onImportChange });
  return (
    <AskButton
      label={t('undo.label')}
      icon={<Undo2 />}
      ask={useUndoQuestion(row)}
      act={async () => (await undo.submit({ id: row.id })) !== undefined}
      busy={undo.busy}
      failure={undo.failure?.message}
    />
  );
};

/** Downloads the refused rows as in the file, with an extra column for the reason. */
export const RefusedButton = ({ row }: { row: Import }) => {
  const { t } = useTranslation(['product-import', 'kit']);
  const { can } = useSession();
  if (
    row.refused === 0 ||
    !row.actions.includes('refused') ||
    !can(withExportPermission(api.productImport.rows))
  )
    return null;
  return (
    <Menu trigger={<Button icon={<Download />}>{t('refused.download')}</Button>}>
      {EXPORT_FORMATS.map((format) => (
        <MenuItem
          key={format}
          onSelect={() =>
            void downloadList(api.productImport.rows, { import_id: row.id, result: 'refused' }, format)
          }
        >
          {t(`kit:export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
};
