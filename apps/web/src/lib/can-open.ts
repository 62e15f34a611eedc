import { useSession } from './server/session.ts';

type FindKeys = (pathname: string) => readonly string[] | null;

let findRouteKeys: FindKeys = () => [];

/** Tells the links of the screens what the route table asks for; the router calls it once. */
export function setRouteKeys(find: FindKeys): void {
  findRouteKeys = find;
}

/**
 * Returns whether an address opens for the user: the check of the router itself, so that a figure is a link only where
 * it leads somewhere.
 */
export function useCanOpen(): (address: string) => boolean {
  const { canPass } = useSession();
  return (address) => {
    const keys = findRouteKeys(new URL(address, location.origin).pathname);
    return keys !== null && canPass(keys);
  };
}
