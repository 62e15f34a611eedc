import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { focusFirstField, overlayClass, PanelFooter, PanelHeader, PortalHost } from './dialog.tsx';
import { useReturnFocus } from './focus-back.ts';
import { useLeaveQuestion } from './leave-question.tsx';

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };

export type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  closeLabel: string;
  description?: ReactNode;
  footer?: ReactNode;
  /** `start` for the menu on a phone. */
  side?: 'start' | 'end' | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** True when closing loses nothing, because the form of the page keeps what was typed. */
  keepsTyped?: boolean | undefined;
  children: ReactNode;
};

/** A side panel for viewing or editing a record beside its list; full width on a phone. */
export const Drawer = ({
  open,
  onOpenChange,
  title,
  closeLabel,
  description,
  footer,
  side = 'end',
  size = 'md',
  keepsTyped = false,
  children,
}: DrawerProps) => {
  const focus = useReturnFocus(focusFirstField);
  const leaving = useLeaveQuestion(open, onOpenChange, !keepsTyped);
  return (
    <Radix.Root open={open} onOpenChange={leaving.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          onInput={leaving.onInput}
          data-side={side}
          className={cx(
            'fixed inset-y-0 z-40 flex w-full flex-col bg-raised shadow-lg outline-none',
            'data-[state=open]:animate-drawer-in data-[state=closed]:animate-drawer-out',
            side === 'end' ? 'end-0' : 'start-0 max-sm:max-w-[calc(100%-3rem)]',
            widths[size],
          )}
        >
          <PortalHost>
            <PanelHeader title={title} description={description} closeLabel={closeLabel} />
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
            {footer ? <PanelFooter>{footer}</PanelFooter> : null}
          </PortalHost>
          {leaving.question}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
