import type { Tile } from '@dukkan/contract';
import { api } from '../../lib/server/api.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { endpointOf } from './report-endpoint.ts';
import { useFollowShop } from './use-follow-shop.ts';

type TilesInput = InputOf<typeof api.report.tiles>;
export type TileQuestion = TilesInput['tiles'][number] & { readonly name: string };

const EVERY_MS = 120_000;

/**
 * Figures of reports by the names that they are given, all of the same moment; those that the account may not see are
 * not asked for. They follow what happens in the shop.
 */
export function useTiles(questions: readonly TileQuestion[], days: Omit<TilesInput, 'tiles'>) {
  const { can } = useSession();
  const asked = questions.filter(({ report }) => can(endpointOf(report)));
  const read = useRead(
    api.report.tiles,
    { tiles: asked.map(({ name: _, ...tile }) => tile), ...days },
    { enabled: asked.length > 0, every: EVERY_MS },
  );
  useFollowShop(() => void read.refetch());
  const answers = read.results?.tiles ?? [];
  return {
    ...read,
    asked,
    /** The answer of a name; null while it loads, and where there is none. */
    find: (name: string): Tile | null => answers[asked.findIndex((one) => one.name === name)] ?? null,
  };
}
