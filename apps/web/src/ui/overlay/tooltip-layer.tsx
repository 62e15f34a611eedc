import { Tooltip as Radix } from 'radix-ui';
import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react';
import { usePortalContainer } from './portal-provider.tsx';

export type TooltipLayerProps = {
  /** The element that the tooltip explains. */
  anchor: HTMLElement;
  side: 'top' | 'bottom' | 'left' | 'right';
  /** Called when the pointer leaves, the page scrolls or the tooltip is dismissed. */
  onClose: () => void;
  children: ReactNode;
};

/** The one open tooltip, beside an element that is elsewhere in the page (tooltip.tsx). */
const TooltipLayer = ({ anchor, side, onClose, children }: TooltipLayerProps) => {
  const layer = usePortalContainer();
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={(open) => open || onClose()}>
        <Radix.Trigger asChild>
          <TooltipAnchor element={anchor} />
        </Radix.Trigger>
        <Radix.Portal container={layer}>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-72 rounded-md bg-dark-solid px-2 py-1 text-sm text-dark-text shadow-md animate-in print:hidden"
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
};

type AnchorProps = { element: HTMLElement; ref?: Ref<HTMLElement>; 'aria-describedby'?: string };

/** Makes an existing element the tooltip's anchor. */
const TooltipAnchor = ({ element, ref, 'aria-describedby': describedBy }: AnchorProps) => {
  useImperativeHandle(ref, () => element, [element]);
  useEffect(() => {
    if (!describedBy || element.hasAttribute('aria-describedby')) return;
    element.setAttribute('aria-describedby', describedBy);
    return () => element.removeAttribute('aria-describedby');
  }, [element, describedBy]);
  return null;
};

export default TooltipLayer;
