import { FinalWords } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { Banner, ConfirmDialog } from '../../ui/index.ts';

type UndoDialogProps = {
  of: { readonly id: number; readonly order_id: number; readonly version: number };
  onClose: () => void;
};

/** Undoes a return, and explains a refusal: the return is from another day, or its units are gone. */
export const UndoDialog = ({ of, onClose }: UndoDialogProps) => {
  const { t } = useTranslation('order-return');
  const { submit, busy, failure } = useWrite(api.orderReturn.remove, {
    success: t('undo.done', { id: of.id }),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('undo.title', { id: of.id })}
      text={<FinalWords>{t('undo.text', { order: isolateBidi(`#${of.order_id}`) })}</FinalWords>}
      confirmLabel={t('undo.do')}
      cancelLabel={t('undo.keep')}
      danger
      loading={busy}
      onConfirm={() => void submit({ id: of.id, version: of.version })}
    >
      {failure ? (
        <Banner tone="danger">
          <bdi>{failure.message}</bdi>
        </Banner>
      ) : null}
    </ConfirmDialog>
  );
};
