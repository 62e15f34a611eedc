import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Returns whether a dialog opened by the URL's hash, such as `/transactions#new`, is open, and a function to open or
 * close it that keeps the rest of the URL.
 */
export function useOpenByHash(name: string): readonly [boolean, (open: boolean) => void] {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const setOpen = (open: boolean) =>
    void navigate({ search, hash: open ? `#${name}` : '' }, { replace: true });
  return [hash === `#${name}`, setOpen];
}
