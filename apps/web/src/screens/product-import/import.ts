import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';

/** An import as the server returns it. */
export type Import = RowOf<typeof api.productImport.show>;
export type ImportKind = Import['kind'];
export type ImportRow = RowOf<typeof api.productImport.rows>;

/**
 * Returns the endpoint that uploads a file of this kind; its permission also covers checking and running the import.
 */
export const getStartEndpoint = (kind: ImportKind) =>
  kind === 'price'
    ? api.productImport.startPrices
    : kind === 'customer'
      ? api.productImport.startCustomers
      : api.productImport.start;

/** Returns the path of the list with the imported records. */
export const getRecordsPath = (kind: ImportKind): string =>
  kind === 'customer' ? paths.customers : paths.products;

/** Returns the path of the list of imports of this kind. */
export const getImportsPath = (kind: ImportKind): string =>
  withQuery(paths.productImports, { kind: kind === 'customer' ? kind : null });

/** Returns the path for importing another file of this kind. */
export const getNewImportPath = (kind: ImportKind): string =>
  withQuery(paths.productImportNew, { kind: kind === 'product' ? null : kind });

/** The steps of the wizard, in order. */
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

/** Returns the step of an import; `back` returns to the columns, if the server still allows changing them. */
export const getImportStep = (
  { state, actions }: Pick<Import, 'state' | 'actions'>,
  back: boolean,
): ImportStep => (back && actions.includes('map') ? 'columns' : stepOfState[state]);

/** Returns whether an import in this state continues without the user. */
export const isInProgress = (state: Import['state']): boolean =>
  state === 'reading' ||
  state === 'checking' ||
  state === 'waiting' ||
  state === 'running' ||
  state === 'undoing';

/** Returns whether the uploaded file was deleted, so that an import that waits for the user cannot continue. */
export const isUploadExpired = ({ state, actions, failure }: Import): boolean =>
  failure?.code === 'import.expired' ||
  ((state === 'mapping' || state === 'checked') && !actions.includes('map') && !actions.includes('run'));

/** Returns the progress of a job in percent; undefined while the total is unknown. */
export const getProgressPercent = ({ done_rows, total_rows }: Pick<Import, 'done_rows' | 'total_rows'>) =>
  total_rows ? Math.min(100, Math.floor((done_rows / total_rows) * 100)) : undefined;
