import type { Tile } from '@dukkan/contract';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../lib/server/api.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { onNounsTouched } from '../../lib/server/query-cache.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { endpointOf } from './report-endpoint.ts';

type TilesInput = InputOf<typeof api.report.tiles>;
export type TileQuestion = TilesInput['tiles'][number] & { readonly name: string };

/** What changes figures of reports. */
const NOUNS = ['order', 'order-return', 'order-payment', 'batch', 'stock', 'receipt', 'driver-cash'];
/** Many orders at once reload the figures once. */
const PAUSE_MS = 3_000;
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
  const reload = useEffectEvent(() => void read.refetch());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onNounsTouched((nouns) => {
      if (timer !== undefined || !nouns.some((noun) => NOUNS.includes(noun))) return;
      timer = setTimeout(() => {
        timer = undefined;
        reload();
      }, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  const answers = read.results?.tiles ?? [];
  return {
    ...read,
    asked,
    /** The answer of a name; null while it loads, and where there is none. */
    find: (name: string): Tile | null => answers[asked.findIndex((one) => one.name === name)] ?? null,
  };
}
