import { type ReactNode, useState } from 'react';
import { Button, ConfirmDialog } from '../../ui/index.ts';

export type AskButtonProps = {
  label: string;
  icon: ReactNode;
  /** What is asked, and what follows from a yes. */
  ask: { title: ReactNode; text: ReactNode; yes: string; no: string };
  /** Answers whether it was done; otherwise the question stays. */
  act: () => Promise<boolean>;
  busy: boolean;
  /** Why it could not be done. */
  failure: string | undefined;
};

/** A button for what is not done without being asked. */
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
