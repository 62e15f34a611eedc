import { isolateBidi } from '../../lib/format.ts';

type Named = { readonly device_name: string; readonly id: number; readonly z_number: number | null };

/**
 * What a session is called: its till, and its Z number once it has one; the number keeps its direction beside a till's
 * name of the other one.
 */
export const formatSessionName = ({ device_name, id, z_number }: Named): string =>
  z_number === null
    ? `${isolateBidi(device_name)} ${isolateBidi(`#${id}`)}`
    : `${isolateBidi(device_name)} · ${isolateBidi(`Z ${z_number}`)}`;
