import { type ReactNode, useId } from 'react';
import { focusFirstError } from '../../lib/form/form-errors.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Dialog } from '../../ui/index.ts';
import { FormIdContext } from './form-id.ts';

export type FormDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The label of the submit button. */
  action: ReactNode;
  /** True while the form is being sent. */
  busy: boolean;
  /** True while the form cannot be sent. */
  disabled?: boolean;
  /** True when the form deletes something for good. */
  danger?: boolean;
  /** The label of the other button; Cancel by default. */
  leave?: string;
  /** Sends the form; the first invalid field is focused afterwards. */
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
};

/** A short form in a dialog: its fields, a submit button and a cancel button. */
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
          // the page behind the dialog may be a form too
          event.stopPropagation();
          const form = event.currentTarget;
          void Promise.resolve(onSubmit()).then(() => focusFirstError(form));
        }}
      >
        <FormIdContext value={id}>{children}</FormIdContext>
      </form>
    </Dialog>
  );
};
