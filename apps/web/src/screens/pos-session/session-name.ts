import { isolateBidi } from '../../lib/format.ts';

type Named = { readonly device_name: string; readonly id: number; readonly z_number: number | null };

/**
 * Returns the name of a session: its till, and its Z number once it is closed; both are isolated, so that each keeps
 * its direction.
 */
export const formatSessionName = ({ device_name, id, z_number }: Named): string =>
  z_number === null
    ? `${isolateBidi(device_name)} ${isolateBidi(`#${id}`)}`
    : `${isolateBidi(device_name)} · ${isolateBidi(`Z ${z_number}`)}`;
