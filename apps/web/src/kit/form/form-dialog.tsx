import { type ReactNode, useId } from 'react';
import { focusFirstError } from '../../lib/form/form-errors.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Dialog } from '../../ui/index.ts';

export type FormDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** What the button does that sends the form. */
  action: ReactNode;
  /** While it is sent. */
  busy: boolean;
  /** Nothing could be sent yet. */
  disabled?: boolean;
  /** Something is taken away that does not come back. */
  danger?: boolean;
  /** What the other button is called; Cancel where nothing is said. */
  leave?: string;
  /** Sends the form; whatever is marked as wrong afterwards is focused. */
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
};

/** A short form above the page: its fields, one button that sends it, one that leaves it. */
export const FormDialog = ({
  title,
  description,
  action,
  busy,
  disabled,
  danger,
  leave,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const { t } = useTranslation('kit');
  const id = useId();
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{leave ?? t('cancel')}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            form={id}
            loading={busy}
            disabled={disabled}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // the page below may be a form too
          event.stopPropagation();
          const form = event.currentTarget;
          void Promise.resolve(onSubmit()).then(() => focusFirstError(form));
        }}
      >
        {children}
      </form>
    </Dialog>
  );
};
