import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { useReturnFocus } from './focus-back.ts';
import { useLeaveQuestion } from './leave-question.tsx';
import { PortalContext } from './portal-provider.tsx';

/** The backdrop between a dialog and the page. */
export const overlayClass =
  'fixed inset-0 z-40 bg-black/40 data-[state=open]:animate-in data-[state=closed]:animate-out print:hidden';

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' };

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The label of the close button. */
  closeLabel: string;
  description?: ReactNode;
  /** The buttons, always visible below the scrolling body. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** True when the page behind the dialog still receives barcode scans. */
  hearsScans?: boolean;
  children?: ReactNode;
};

/** A question or short form over the page; keeps the focus inside and returns it afterwards. */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  closeLabel,
  description,
  footer,
  size = 'md',
  hearsScans = false,
  children,
}: DialogProps) => {
  const focus = useReturnFocus(focusFirstField);
  const leaving = useLeaveQuestion(open, onOpenChange);
  return (
    <Radix.Root open={open} onOpenChange={leaving.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...(hearsScans ? { 'data-hears-scans': '' } : {})}
          {...focus}
          onInput={leaving.onInput}
          className={cx(
            'fixed inset-0 z-40 m-auto flex h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] flex-col',
            'rounded-xl bg-raised shadow-lg outline-none',
            'data-[state=open]:animate-in data-[state=closed]:animate-out',
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

/** What is filled in first: a box, or a list in which nothing is chosen yet; not the hidden box of a switch. */
const FIRST_FIELD = [
  '[data-focus-first]',
  'button[role="combobox"][data-placeholder]:enabled',
  'input:enabled:not([type="file"], [aria-hidden="true"])',
  'textarea:enabled',
].join();

/**
 * Focuses the first field of a dialog or drawer, else the panel itself so that screen readers announce its title; not
 * the close button, which comes first in the DOM.
 */
export const focusFirstField = (event: Event) => {
  event.preventDefault();
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  const field = panel.querySelector<HTMLElement>(FIRST_FIELD);
  (field ?? panel).focus();
};

/** The top of a dialog or drawer: title and close button. */
export const PanelHeader = ({
  title,
  description,
  closeLabel,
}: {
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
}) => (
  <div className="flex items-start gap-3 py-3.5 ps-5 pe-3">
    <div className="min-w-0 flex-1 pt-1">
      <Radix.Title className="text-lg font-semibold text-ink">{title}</Radix.Title>
      {description ? (
        <Radix.Description className="mt-0.5 text-base text-muted">{description}</Radix.Description>
      ) : null}
    </div>
    <Radix.Close asChild>
      <IconButton label={closeLabel} icon={<X />} size="sm" />
    </Radix.Close>
  </div>
);

/** The buttons of a dialog or drawer; on a phone the first one is last. */
export const PanelFooter = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
    {children}
  </div>
);

/**
 * Renders menus and lists inside a modal, because outside of it the modal would block scrolling and screen readers.
 */
export const PortalHost = ({ children }: { children: ReactNode }) => {
  const [host, setHost] = useState<HTMLElement | null>(null);
  return (
    <PortalContext value={host}>
      {children}
      <div ref={setHost} className="contents" />
    </PortalContext>
  );
};
