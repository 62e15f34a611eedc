import { useSyncExternalStore } from 'react';

// the specification's md (theme.css)
const query = '(max-width: 47.99rem)';
const media = () => (typeof matchMedia === 'function' ? matchMedia(query) : null);

const subscribe = (listener: () => void) => {
  const list = media();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
};

/** Whether the window is as narrow as a phone, where a row of a table becomes a card. */
export const useIsPhoneWidth = (): boolean =>
  useSyncExternalStore(subscribe, () => media()?.matches ?? false);
