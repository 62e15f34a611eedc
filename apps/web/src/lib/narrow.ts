import { useSyncExternalStore } from 'react';

// the breakpoint md of theme.css
const query = '(max-width: 47.99rem)';
const getMediaQuery = () => (typeof matchMedia === 'function' ? matchMedia(query) : null);

const subscribeToWidth = (listener: () => void) => {
  const list = getMediaQuery();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
};

/** Returns whether the window is as narrow as a phone, where table rows become cards. */
export const useIsPhoneWidth = (): boolean =>
  useSyncExternalStore(subscribeToWidth, () => getMediaQuery()?.matches ?? false);
