import {
  type ComponentType,
  cloneElement,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { TooltipLayerProps } from './tooltip-layer.tsx';

/** What tells a tooltip that it is wanted; an element's own of the same name come first. */
type Hands = {
  onPointerMove?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
};

export type TooltipProps = {
  /** An element that works something out is drawn, and works it out, when it is shown. */
  text: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** One element that can be focused and takes these. */
  children: ReactElement<object>;
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
  const hand = useRef<{ hovered: boolean; pressed: boolean; soon?: ReturnType<typeof setTimeout> }>(null);
  hand.current ??= { hovered: false, pressed: false };
  const state = hand.current;
  useEffect(() => () => clearTimeout(state.soon), [state]);

  const close = () => {
    clearTimeout(state.soon);
    if (anchor) lastClosed = performance.now();
    setAnchor(null);
  };
  const own: Hands = children.props;
  const hands: Hands = {
    // what appears under a resting pointer was not asked about
    onPointerMove: (event) => {
      own.onPointerMove?.(event);
      const { pointerType, currentTarget } = event;
      if (pointerType === 'touch' || state.hovered) return;
      state.hovered = true;
      const delay = performance.now() - lastClosed < SKIP_WITHIN_MS ? 0 : DELAY_MS;
      state.soon = setTimeout(() => setAnchor(currentTarget), delay);
    },
    // one that is open may still be read on the way to it: the layer tells when it is left
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      state.hovered = false;
      clearTimeout(state.soon);
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      state.pressed = true;
      document.addEventListener('pointerup', () => (state.pressed = false), { once: true });
      close();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      const { currentTarget } = event;
      if (!state.pressed && currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      close();
    },
  };
  return (
    <>
      {cloneElement(children, hands)}
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
