import { Slot } from 'radix-ui';
import {
  type ComponentType,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { TooltipLayerProps } from './tooltip-layer.tsx';

export type TooltipProps = {
  text: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One element that takes a ref and can be focused. */
  children: ReactNode;
};

const DELAY_MS = 400;
/** Who has just read one looks at the next without waiting. */
const SKIP_WITHIN_MS = 200;

let lastClosed = Number.NEGATIVE_INFINITY;

/** A page does without it where it cannot be loaded. */
const TooltipLayer = lazy<ComponentType<TooltipLayerProps>>(() =>
  import('./tooltip-layer.tsx').catch(() => ({ default: () => null })),
);

/**
 * A short explanation on hover and focus. Never the only place of a needed fact: touch has no hover. A list has a
 * hundred of them and shows one, so that only the one which is wanted is made, and what draws it loads with the first.
 */
export const Tooltip = ({ text, side = 'top', children }: TooltipProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const hovered = useRef(false);
  const pressed = useRef(false);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(soon.current), []);

  const close = () => {
    clearTimeout(soon.current);
    if (anchor) lastClosed = performance.now();
    setAnchor(null);
  };

  return (
    <>
      <Slot.Root
        // what appears under a resting pointer was not asked about
        onPointerMove={({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
          if (pointerType === 'touch' || hovered.current) return;
          hovered.current = true;
          const delay = performance.now() - lastClosed < SKIP_WITHIN_MS ? 0 : DELAY_MS;
          soon.current = setTimeout(() => setAnchor(currentTarget), delay);
        }}
        // one that is open may still be read on the way to it: the layer tells when it is left
        onPointerLeave={() => {
          hovered.current = false;
          clearTimeout(soon.current);
        }}
        onPointerDown={() => {
          pressed.current = true;
          document.addEventListener('pointerup', () => (pressed.current = false), { once: true });
          close();
        }}
        onFocus={({ currentTarget }: FocusEvent<HTMLElement>) => {
          if (!pressed.current && currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
        }}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {anchor ? (
        <Suspense>
          <TooltipLayer anchor={anchor} side={side} onClose={close}>
            {text}
          </TooltipLayer>
        </Suspense>
      ) : null}
    </>
  );
};
