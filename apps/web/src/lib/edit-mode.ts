import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { withQuery } from './paths.ts';

/** The parameter of the address that opens the form of a record in place of its page to read. */
const EDIT_KEY = 'edit';

/** Returns whether an address asks for the form of a record. @param search the query of the address */
export const asksForForm = (search: string): boolean => new URLSearchParams(search).get(EDIT_KEY) === '1';

/** Returns the address that opens the form of a record. */
export const toEditPath = (path: string): string => withQuery(path, { [EDIT_KEY]: 1 });

export type EditMode = {
  /** True when the form is open. */
  readonly isOn: boolean;
  /** True when the address asks for the form and the user may not change the record. */
  readonly isRefused: boolean;
  /** Opens the form in place; null when the user may not change the record. */
  readonly open: (() => void) | null;
  /** Leads back to where the form was opened: the page to read, or the list whose row opened it. */
  readonly close: () => void;
};

/** Returns the number of the current entry in the history, which the router counts. */
const getHistoryIndex = (): number => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? Number(Reflect.get(state, 'idx') ?? 0) : 0;
};

/**
 * Reads from the address whether a record is edited, so that Back, links and reloads lead to the same state.
 * @param mayEdit whether the user may change this record
 */
export function useEditMode(mayEdit: boolean): EditMode {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isAsked = asksForForm(search);
  const isOn = isAsked && mayEdit;
  /** The entry that opened the form; a choice of another branch adds further ones. */
  const openedAt = useRef<number | null>(null);
  if (isOn) openedAt.current ??= getHistoryIndex();
  else openedAt.current = null;
  return {
    isOn,
    isRefused: isAsked && !mayEdit,
    open: mayEdit ? () => void navigate(toEditPath(pathname + search + hash)) : null,
    close: () => {
      const steps = getHistoryIndex() - (openedAt.current ?? getHistoryIndex()) + 1;
      if (isOn && (openedAt.current ?? 0) > 0) void navigate(-steps);
      else void navigate(withQuery(pathname + search + hash, { [EDIT_KEY]: null }), { replace: true });
    },
  };
}
