import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';

/** One import as the server tells it. */
export type Import = RowOf<typeof api.productImport.show>;
export type ImportKind = Import['kind'];
export type ImportRow = RowOf<typeof api.productImport.rows>;

/** The endpoint that takes a file of a kind in, checks it and lets it run. */
export const startEndpointOf = (kind: ImportKind) =>
  kind === 'price'
    ? api.productImport.startPrices
    : kind === 'customer'
      ? api.productImport.startCustomers
      : api.productImport.start;

/** Where what was imported is listed. */
export const recordsPathOf = (kind: ImportKind): string =>
  kind === 'customer' ? paths.customers : paths.products;

/** The imports that lead back to what they bring in. */
export const importsPathOf = (kind: ImportKind): string =>
  withQuery(paths.productImports, { kind: kind === 'customer' ? kind : null });

/** The page that takes another file of a kind. */
export const newImportPathOf = (kind: ImportKind): string =>
  withQuery(paths.productImportNew, { kind: kind === 'product' ? null : kind });

/** The steps of the wizard, in their order. */
export const STEPS = ['file', 'columns', 'check', 'run', 'result'] as const;
export type ImportStep = (typeof STEPS)[number];

const stepOfState: Record<Import['state'], ImportStep> = {
  reading: 'file',
  mapping: 'columns',
  checking: 'check',
  checked: 'check',
  waiting: 'run',
  running: 'run',
  done: 'result',
  cancelled: 'result',
  failed: 'result',
  undoing: 'result',
  undone: 'result',
};

/** Where an import stands; `back` asks for its columns once more, where the server still takes them. */
export const getImportStep = (
  { state, actions }: Pick<Import, 'state' | 'actions'>,
  back: boolean,
): ImportStep => (back && actions.includes('map') ? 'columns' : stepOfState[state]);

/** States that move on by themselves. */
export const isInProgress = (state: Import['state']): boolean =>
  state === 'reading' ||
  state === 'checking' ||
  state === 'waiting' ||
  state === 'running' ||
  state === 'undoing';

/** The upload is no longer kept: nothing more can be done with an import that waits for somebody. */
export const isUploadExpired = ({ state, actions, failure }: Import): boolean =>
  failure?.code === 'import.expired' ||
  ((state === 'mapping' || state === 'checked') && !actions.includes('map') && !actions.includes('run'));

/** How far a job is, 0 to 100; undefined while nobody knows how much there is. */
export const getProgressPercent = ({ done_rows, total_rows }: Pick<Import, 'done_rows' | 'total_rows'>) =>
  total_rows ? Math.min(100, Math.floor((done_rows / total_rows) * 100)) : undefined;
