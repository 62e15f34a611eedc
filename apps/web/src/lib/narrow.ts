import { useSyncExternalStore } from 'react';

// the breakpoint md of theme.css
const query = '(max-width: 47.99rem)';
const media = () => (typeof matchMedia === 'function' ? matchMedia(query) : null);

const subscribe = (listener: () => void) => {
  const list = media();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
};

/** Returns whether the window is as narrow as a phone, where table rows become cards. */
export const useIsPhoneWidth = (): boolean =>
  useSyncExternalStore(subscribe, () => media()?.matches ?? false);
