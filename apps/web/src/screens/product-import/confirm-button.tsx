import { type ReactNode, useState } from 'react';
import { Button, ConfirmDialog } from '../../ui/index.ts';

export type AskButtonProps = {
  label: string;
  icon: ReactNode;
  /** The texts of the question, its consequence and its buttons. */
  ask: { title: ReactNode; text: ReactNode; yes: string; no: string };
  /** Returns whether the action succeeded; otherwise the dialog stays open. */
  act: () => Promise<boolean>;
  busy: boolean;
  /** The reason why the action failed. */
  failure: string | undefined;
};

/** A button whose action needs a confirmation. */
export const AskButton = ({ label, icon, ask, act, busy, failure }: AskButtonProps) => {
  const [open, setOpen] = useState(false);
  const confirm = async () => {
    if (await act()) setOpen(false);
  };
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={ask.title}
        text={ask.text}
        confirmLabel={ask.yes}
        cancelLabel={ask.no}
        danger
        loading={busy}
        onConfirm={() => void confirm()}
      >
        {failure ? (
          <p role="alert" className="text-danger-text">
            {failure}
          </p>
        ) : null}
      </ConfirmDialog>
    </>
  );
};
