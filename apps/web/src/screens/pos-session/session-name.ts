type Named = { readonly device_name: string; readonly id: number; readonly z_number: number | null };

/** What a session is called: its till, and its Z number once it has one. */
export const formatSessionName = ({ device_name, id, z_number }: Named): string =>
  z_number === null ? `${device_name} #${id}` : `${device_name} · Z ${z_number}`;
