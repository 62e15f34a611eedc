import type { Tile } from '@dukkan/contract';
import { api } from '../../lib/server/api.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { getReportEndpoint } from './report-endpoint.ts';
import { useReloadAfterShopChanges } from './use-reload-after-shop-changes.ts';

type TilesInput = InputOf<typeof api.report.tiles>;
export type ReportTileRequest = TilesInput['tiles'][number] & { readonly name: string };

const EVERY_MS = 120_000;

/**
 * Loads several report figures in one request, so that all are of the same moment, and reloads them after changes.
 * Figures that the account may not see are not requested.
 */
export function useReportTiles(questions: readonly ReportTileRequest[], days: Omit<TilesInput, 'tiles'>) {
  const { can } = useSession();
  const allowedQuestions = questions.filter(({ report }) => can(getReportEndpoint(report)));
  const read = useRead(
    api.report.tiles,
    { tiles: allowedQuestions.map(({ name: _, ...tile }) => tile), ...days },
    { enabled: allowedQuestions.length > 0, every: EVERY_MS },
  );
  useReloadAfterShopChanges(() => void read.refetch());
  const answers = read.results?.tiles ?? [];
  return {
    ...read,
    allowed: allowedQuestions,
    /** Returns the figure with this name; null while it loads, or when it was not requested. */
    find: (name: string): Tile | null =>
      answers[allowedQuestions.findIndex((one) => one.name === name)] ?? null,
  };
}
