type Placed = {
  readonly address: string;
  readonly place?: { readonly lat: number | null; readonly lng: number | null };
};

/** Returns a link to the destination on a map: the pin, else the written address; null when neither is known. */
export function buildMapLink({ address, place }: Placed): string | null {
  const pin = place && place.lat !== null && place.lng !== null ? `${place.lat},${place.lng}` : null;
  const target = pin ?? address;
  return target === ''
    ? null
    : `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(target)}`;
}
