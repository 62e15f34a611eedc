import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { floatClass } from '../menu/menu.tsx';
import { usePortalContainer } from './portal-provider.tsx';

export type PopoverProps = {
  /** The button that opens the popover: one element that accepts a ref. */
  trigger: ReactNode;
  /** The accessible name. */
  label: string;
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string | undefined;
};

/** A small panel beside its button, such as a filter, a detail or a few fields. */
export const Popover = ({
  trigger,
  label,
  children,
  align = 'start',
  open,
  onOpenChange,
  className,
}: PopoverProps) => {
  const layer = usePortalContainer();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={cx(
            floatClass,
            'max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1rem)] overflow-y-auto p-3',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
