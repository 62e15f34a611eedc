import { Failure } from '@dukkan/contract';
import { Prisma } from './db/database.ts';

const OUTAGE_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034']);
/** PostgreSQL's own codes for 'not now': shutdown, connection limits, lock and statement time-outs, disk full. */
const BUSY_STATES = /^(08|53|57|55P03|25P03|25P04|40001|40P01)/;
const OUTAGE_TEXT =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET|EPIPE|Connection (ended|closed)|database system is (starting|shutting)|terminating connection|canceling statement|not queryable|server has closed the connection|"kind":"(ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections)"|Unable to start a transaction|Transaction already closed|server closed the connection/i;

/** Of these only the ones that say that no statement of anybody gets through. */
const AWAY_STATES = /^(08|57P0|53300)/;
const AWAY_TEXT =
  /connection terminated|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|Connection (ended|closed)|database system is (starting|shutting)|terminating connection|not queryable|server has closed the connection|"kind":"(ConnectionClosed|DatabaseNotReachable|TooManyConnections)"|server closed the connection/i;
/** This machine's own 'not now': the disk is full, too many files are open, the store does not answer. */
const MACHINE_TEXT = /\b(ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM)\b/;

/** Everything a driver error says, its causes included: adapters wrap PostgreSQL's own. */
export function errorText(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4)
    return typeof error === 'object' ? JSON.stringify(error ?? '') : String(error);
  const { code, meta, cause } = error as Error & { code?: unknown; meta?: unknown };
  // the driver's own errors have PostgreSQL's code on them, the client's have theirs
  const state = /^[0-9][0-9A-Z]{4}$/.test(String(code)) ? 'code' : '';
  return `${error.name} ${state} ${String(code ?? '')} ${error.message} ${meta ? JSON.stringify(meta) : ''} ${errorText(cause, depth + 1)}`;
}

/** PostgreSQL's code in an error's text, '' where there is none. */
export const sqlState = (text: string): string =>
  /"?(?:originalCode|code)"?\s*:?\s*"?([0-9A-Z]{5})"?/.exec(text)?.[1] ?? '';

/** Whether an error says that the database cannot do it now, rather than that it must not be done. */
export function isDatabaseBusy(error: unknown): boolean {
  const text = errorText(error);
  const known = error instanceof Prisma.PrismaClientKnownRequestError ? error.code : '';
  return OUTAGE_CODES.has(known) || BUSY_STATES.test(sqlState(text)) || OUTAGE_TEXT.test(text);
}

/**
 * What an error says about the work that threw it: `away`, nothing can be done at the moment, whatever the work;
 * `busy`, this work was in the way of other work or of a full machine; `failed`, the work itself is at fault.
 */
export function faultOf(error: unknown): 'away' | 'busy' | 'failed' {
  const text = errorText(error);
  if (AWAY_STATES.test(sqlState(text)) || AWAY_TEXT.test(text)) return 'away';
  const isPassing =
    error instanceof Failure && (error.code === 'service.busy' || error.code === 'upload.unavailable');
  return isPassing || isDatabaseBusy(error) || MACHINE_TEXT.test(text) ? 'busy' : 'failed';
}
