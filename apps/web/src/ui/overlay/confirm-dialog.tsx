import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { overlayClass, PanelFooter, PortalHost } from './dialog.tsx';
import { useReturnFocus } from './focus-back.ts';
import { useLeaveQuestion } from './leave-question.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Asks with the record's name, such as 'Delete the role Cashier?' */
  title: ReactNode;
  /** The consequence, in one line. */
  text: ReactNode;
  /** The verb, such as 'Delete role', never 'OK'. */
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  danger?: boolean | undefined;
  loading?: boolean | undefined;
  /** More content, such as a list of affected records or a reason to enter. */
  children?: ReactNode;
};

/**
 * Asks before an action that cannot be undone. The focus starts on Cancel, so that Enter deletes nothing; a click
 * outside does nothing. The caller closes it, so that it can show a failure.
 */
export const ConfirmDialog = ({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  danger,
  loading,
  children,
}: ConfirmDialogProps) => {
  const focus = useReturnFocus();
  const leaving = useLeaveQuestion(open, onOpenChange);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...focus}
          onInput={leaving.onInput}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            leaving.onOpenChange(false);
          }}
          className={cx(
            'fixed inset-0 z-40 m-auto flex h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md flex-col',
            'rounded-xl bg-raised shadow-lg outline-none',
            'data-[state=open]:animate-in data-[state=closed]:animate-out',
          )}
        >
          <PortalHost>
            <div className="min-h-0 flex-1 overflow-y-auto p-5">
              <Radix.Title className="text-lg font-semibold text-ink">{title}</Radix.Title>
              <Radix.Description className="mt-1.5 text-base text-muted">{text}</Radix.Description>
              {children ? <div className="mt-4">{children}</div> : null}
            </div>
            <PanelFooter>
              <Radix.Cancel asChild>
                <Button disabled={loading}>{cancelLabel}</Button>
              </Radix.Cancel>
              <Button variant={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </PanelFooter>
          </PortalHost>
          {leaving.question}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
