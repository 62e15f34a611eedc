import { useLocation, useNavigate } from 'react-router-dom';

/**
 * A dialog that an address opens, such as `/transactions#new`: whether it is open, and a way to open and close it that
 * keeps the rest of the address.
 */
export function useOpenByHash(name: string): readonly [boolean, (open: boolean) => void] {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const setOpen = (open: boolean) =>
    void navigate({ search, hash: open ? `#${name}` : '' }, { replace: true });
  return [hash === `#${name}`, setOpen];
}
