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
import { importModule, repeatUntilDone } from '../../lib/import-module.ts';
import type { TooltipLayerProps } from './tooltip-layer.tsx';

/** The handlers that open a tooltip; the element's own handlers of the same name run first. */
type TooltipHandlers = {
  onPointerMove?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
};

export type TooltipProps = {
  /** An element is rendered only when the tooltip is shown. */
  text: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** A focusable element that takes these handlers. */
  children: ReactElement<object>;
};

const DELAY_MS = 400;
/** Milliseconds after one tooltip in which the next one appears without delay. */
const SKIP_WITHIN_MS = 200;

let lastClosed = Number.NEGATIVE_INFINITY;

const loadLayer = () => import('./tooltip-layer.tsx');
/** A page works without tooltips until their code comes. */
const TooltipLayer = lazy<ComponentType<TooltipLayerProps>>(() =>
  repeatUntilDone(() => importModule(loadLayer)),
);

/**
 * A short explanation on hover and focus, never the only place of important information, because touch has no hover.
 * Its layer is created when it is shown, because a list has a hundred tooltips and shows one, and its code loads with
 * the first.
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
  const childProps: TooltipHandlers = children.props;
  const hands: TooltipHandlers = {
    // an element that appears under a resting pointer shows no tooltip
    onPointerMove: (event) => {
      childProps.onPointerMove?.(event);
      const { pointerType, currentTarget } = event;
      if (pointerType === 'touch' || state.hovered) return;
      state.hovered = true;
      const delay = performance.now() - lastClosed < SKIP_WITHIN_MS ? 0 : DELAY_MS;
      state.soon = setTimeout(() => setAnchor(currentTarget), delay);
    },
    // the pointer may move onto an open tooltip, so its layer decides when it closes
    onPointerLeave: (event) => {
      childProps.onPointerLeave?.(event);
      state.hovered = false;
      clearTimeout(state.soon);
    },
    onPointerDown: (event) => {
      childProps.onPointerDown?.(event);
      state.pressed = true;
      document.addEventListener('pointerup', () => (state.pressed = false), { once: true });
      close();
    },
    onFocus: (event) => {
      childProps.onFocus?.(event);
      const { currentTarget } = event;
      if (!state.pressed && currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
    },
    onBlur: (event) => {
      childProps.onBlur?.(event);
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
