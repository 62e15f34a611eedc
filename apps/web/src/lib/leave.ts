import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Leaves a page for where one came from, so that a list is found as it was left; to `fallback` when the page
 * was opened from nowhere. As a link's click it leaves new tabs alone.
 */
export function useLeave(fallback: string): (event?: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event && (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)) return;
    event?.preventDefault();
    // the router counts its own entries
    const state: unknown = window.history.state;
    const index = typeof state === 'object' && state !== null ? Number(Reflect.get(state, 'idx')) : 0;
    void (index > 0 ? navigate(-1) : navigate(fallback));
  };
}
