import { type ReactNode, useEffect, useRef } from 'react';
import { useRouterClick } from '../../lib/follow.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import type { List } from './use-list.ts';

type OpenerProps = {
  /** The row's. */
  id: HasId['id'];
  to: string | null;
  keepPlace: List['keepPlace'];
  children: ReactNode;
};

/** The part of a row that opens it, and that the keyboard stands on. */
export const RowLink = ({ id, to, keepPlace, children }: OpenerProps) => {
  const follow = useRouterClick();
  return to === null ? (
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

/** What does something of its own when it is clicked. */
const CONTROLS = 'a, button, input, label, select, textarea, [tabindex="0"]';

/**
 * What to hang on what holds the rows of a list: a click anywhere on one does what a click on its Opener does, unless it
 * is meant for a control or marks a text. The keyboard has the Opener itself.
 */
export function useRowClick<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => {
    const rows = ref.current;
    const open = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const line = target instanceof Element ? target.closest('[data-line]') : null;
      if (!(target instanceof Element) || !line) return;
      // what is around the row may take the focus too
      const control = target.closest(CONTROLS);
      if (control && line.contains(control)) return;
      if (getSelection()?.isCollapsed === false) return;
      line
        .querySelector('a[data-open]')
        ?.dispatchEvent(
          new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
        );
    };
    rows?.addEventListener('click', open);
    return () => rows?.removeEventListener('click', open);
  }, []);
  return ref;
}
