import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useLayer } from './provider.tsx';

export type TooltipProps = {
  text: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One element that takes a ref and can be focused. */
  children: ReactNode;
};

/** A short explanation on hover and focus. Never the only place of a needed fact: touch has no hover. */
export const Tooltip = ({ text, side = 'top', children }: TooltipProps) => {
  const layer = useLayer();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 rounded-md bg-dark-solid px-2 py-1 text-sm text-dark-text shadow-md animate-in print:hidden"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
