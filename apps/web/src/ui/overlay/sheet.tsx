import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { overlayClass, PanelHeader, PortalHost } from './dialog.tsx';

export type SheetProps = {
  /** The button that opens the sheet: one element that accepts a ref. */
  trigger: ReactNode;
  title: string;
  closeLabel: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** A panel from the bottom of a phone, in the place of a popover that would not fit. */
export const Sheet = ({ trigger, title, closeLabel, open, onOpenChange, children }: SheetProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Overlay className={overlayClass} />
      <Radix.Content
        aria-describedby={undefined}
        className={cx(
          'fixed inset-x-0 bottom-0 z-40 flex max-h-[calc(100dvh-2rem)] flex-col rounded-t-xl bg-raised shadow-lg outline-none',
          'data-[state=open]:animate-in data-[state=closed]:animate-out',
        )}
      >
        <PortalHost>
          <PanelHeader title={title} closeLabel={closeLabel} />
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>
        </PortalHost>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
