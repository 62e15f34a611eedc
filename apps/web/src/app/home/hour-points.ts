import { REPORTS } from 'virtual:facts';
import type { ReportDefinition, Tile } from '@dukkan/contract';

type Point = Tile['points'][number];

const HOURS = 24;

/**
 * Returns the hours from the first to the last in which a tile has something, in the order of the business day, so that
 * all tiles have the same axis.
 * @param dayEnd when the business day ends, `HH:MM` after midnight
 */
export function listSharedHours(tiles: readonly Tile[], dayEnd: string): string[] {
  const end = Number(dayEnd.slice(0, 2));
  const places = tiles.flatMap(({ points }) => points.map(({ key }) => (Number(key) - end + HOURS) % HOURS));
  if (places.length === 0) return [];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return Array.from({ length: last - first + 1 }, (_, at) =>
    String((first + at + end) % HOURS).padStart(2, '0'),
  );
}

/** Returns a tile's point of each hour: nothing happened in the others, which is 0, and no ratio. */
export function fillHours(tile: Tile, hours: readonly string[]): Point[] {
  const { columns }: ReportDefinition = REPORTS[tile.report];
  const nothing = columns[tile.column]?.kind === 'ratio' ? null : 0;
  const isCompared = tile.points.some(({ compare_value }) => compare_value !== null);
  return hours.map((hour) => {
    const point = tile.points.find(({ key }) => key.padStart(2, '0') === hour);
    return {
      key: hour,
      title: hour,
      value: point?.value ?? nothing,
      compare_value: point?.compare_value ?? (isCompared ? nothing : null),
    };
  });
}
