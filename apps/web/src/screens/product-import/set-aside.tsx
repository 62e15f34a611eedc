import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import type { ListRowOf } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, Button, ConfirmDialog, Glyph, IconButton, Menu, MenuItem } from '../../ui/index.ts';
import type { Import } from './import.ts';
import { useUndoQuestion } from './undo-question.ts';

type ButtonsProps = { row: Import; onImportChange: (row: Import) => void };

/** Tries an import or undo that was set aside again, or gives it up. */
export const SetAsideButtons = ({ row, onImportChange }: ButtonsProps) => {
  const { t } = useTranslation('product-import');
  const retry = useWrite(api.productImport.retry, { silent: true, onSuccess: onImportChange });
  const giveUp = useWrite(api.productImport.giveUp, { silent: true, onSuccess: onImportChange });
  if (!row.actions.includes('retry')) return null;
  const failure = retry.failure ?? giveUp.failure;
  return (
    <>
      {failure ? <Banner tone="danger" title={failure.message} /> : null}
      <Button
        variant="primary"
        icon={<RotateCcw />}
        loading={retry.busy}
        onClick={() => void retry.submit({ id: row.id })}
      >
        {t('aside.retry')}
      </Button>
      <Button icon={<X />} loading={giveUp.busy} onClick={() => void giveUp.submit({ id: row.id })}>
        {t('aside.give_up')}
      </Button>
    </>
  );
};

/** The menu of an import in the list that was set aside: try again, undo, give up. */
export const SetAsideMenu = ({ row }: { row: ListRowOf<typeof api.productImport.list> }) => {
  const { t } = useTranslation(['product-import', 'kit']);
  const [asks, setAsks] = useState(false);
  const question = useUndoQuestion(row);
  const retry = useWrite(api.productImport.retry);
  const giveUp = useWrite(api.productImport.giveUp);
  const undo = useWrite(api.productImport.undo, { silent: true, onSuccess: () => setAsks(false) });
  if (!row.actions.includes('retry')) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton
            size="sm"
            label={t('kit:list.row_menu', { name: row.file_name })}
            icon={<Glyph name="dots" />}
          />
        }
      >
        <MenuItem onSelect={() => void retry.submit({ id: row.id })}>{t('aside.retry')}</MenuItem>
        {row.actions.includes('undo') ? (
          <MenuItem onSelect={() => setAsks(true)}>{t('undo.label')}</MenuItem>
        ) : null}
        <MenuItem onSelect={() => void giveUp.submit({ id: row.id })}>{t('aside.give_up')}</MenuItem>
      </Menu>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={question.title}
        text={question.text}
        confirmLabel={question.yes}
        cancelLabel={question.no}
        danger
        loading={undo.busy}
        onConfirm={() => void undo.submit({ id: row.id })}
      >
        {undo.failure ? (
          <p role="alert" className="text-danger-text">
            {undo.failure.message}
          </p>
        ) : null}
      </ConfirmDialog>
    </>
  );
};
