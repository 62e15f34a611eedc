import { useMemo } from 'react';
import { api } from '../lib/server/api.ts';
import { useSession } from '../lib/server/session.ts';
import { useRead } from '../lib/server/use-read-write.ts';

const KINDS = new Map([
  [-1, 'state'],
  [1, 'city'],
  [0, 'area'],
] as const);

type Point = { readonly lat: number; readonly lng: number };

/**
 * Returns what every map shows around its own subject: zones, branches, places and the initial centre. Returns null
 * until the settings are loaded; without the permission to read zones, only the centre and the tiles.
 */
export function useMapBackground() {
  const { can } = useSession();
  const map = useRead(api.setting.public, {}).results?.map;
  const shapes = useRead(api.location.shapes, {}, { enabled: can(api.location.shapes) }).results;
  return useMemo(() => {
    if (!map) return null;
    const places = shapes?.places ?? [];
    const branches = shapes?.branches ?? [];
    const zones = (shapes?.zones ?? []).filter(({ status }) => status === 1);
    const placePoints = places.flatMap(({ name, type, lat, lng }) => {
      const kind = KINDS.get(type as 0);
      return kind ? [{ name, kind, lat, lng }] : [];
    });
    const branchPoints = branches.map(({ name, lat, lng }) => ({ name, kind: 'branch' as const, lat, lng }));
    const zonePoints = zones.map(({ name, box }) => ({
      name,
      kind: 'zone' as const,
      lat: (box.south + box.north) / 2,
      lng: (box.west + box.east) / 2,
    }));
    return {
      center: { lat: map.lat, lng: map.lng },
      tiles: map.tiles,
      zones,
      /** Branches and places; `allPoints` also has the names of the zones. */
      points: [...branchPoints, ...placePoints],
      allPoints: [...branchPoints, ...placePoints, ...zonePoints],
      /** The position of a place; null when it is unknown. */
      pointOf: (id: number | null | undefined): Point | null => {
        const place = places.find((one) => one.id === id);
        return place ? { lat: place.lat, lng: place.lng } : null;
      },
    };
  }, [map, shapes]);
}
