import { type ReactNode, useEffect, useRef } from 'react';
import { useCanOpen } from '../../lib/can-open.ts';
import { useRouterClick } from '../../lib/follow.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import type { List } from './use-list.ts';

type OpenerProps = {
  /** The row's id. */
  id: HasId['id'];
  to: string | null;
  keepPlace: List['keepPlace'];
  children: ReactNode;
};

/** The link that opens a row, where its page opens for the user; it receives the keyboard focus. */
export const RowLink = ({ id, to, keepPlace, children }: OpenerProps) => {
  const follow = useRouterClick();
  const canOpen = useCanOpen();
  return to === null || !canOpen(to) ? (
    <span data-open tabIndex={-1}>
      {children}
    </span>
  ) : (
    <a
      data-open
      href={to}
      onClick={(event) => {
        keepPlace(id);
        follow(event);
      }}
      className="hit rounded-sm font-medium text-ink hover:underline"
    >
      {children}
    </a>
  );
};

/** Elements that handle clicks themselves. */
const CONTROLS = 'a, button, input, label, select, textarea, [tabindex="0"]';

/** Returns the row that an element belongs to. */
const getLine = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[data-line]') : null;

/**
 * Handlers for the element around the rows: a click anywhere on a row opens it like its RowLink, unless it hits a
 * control or selects text. When the rows move while the button is down, the row that was pressed opens. The keyboard
 * uses the RowLink itself.
 */
export function useRowClick<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => {
    const rows = ref.current;
    let pressed: { line: Element | null; x: number; y: number } | null = null;
    const press = ({ target, clientX, clientY }: PointerEvent) => {
      const isControl = target instanceof Element && target.closest(CONTROLS)?.matches(':not([data-open])');
      pressed = isControl ? null : { line: getLine(target), x: clientX, y: clientY };
    };
    const open = ({ target, clientX, clientY, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const isSamePoint = pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) < 4;
      // when a click starts on one row and ends on another, the browser reports it for the element around both
      const line = getLine(target) ?? (isSamePoint && pressed?.line?.isConnected ? pressed.line : null);
      pressed = null;
      if (!(target instanceof Element) || !line) return;
      // an element around the row may be focusable too
      const control = target.closest(CONTROLS);
      if (control && line.contains(control)) return;
      if (getSelection()?.isCollapsed === false) return;
      line
        .querySelector('a[data-open]')
        ?.dispatchEvent(
          new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
        );
    };
    rows?.addEventListener('pointerdown', press);
    rows?.addEventListener('click', open);
    return () => {
      rows?.removeEventListener('pointerdown', press);
      rows?.removeEventListener('click', open);
    };
  }, []);
  return ref;
}
