import { Failure } from '@dukkan/contract';
import { Prisma } from '../db/database.ts';

const OUTAGE_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034']);
/**
 * PostgreSQL's codes for a temporary problem: shutdown, connection limits, lock and statement time-outs, disk full.
 */
const BUSY_STATES = /^(08|53|57|55P03|25P03|25P04|40001|40P01)/;
const OUTAGE_TEXT =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET|EPIPE|Connection (ended|closed)|database system is (starting|shutting)|terminating connection|canceling statement|not queryable|server has closed the connection|"kind":"(ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections)"|Unable to start a transaction|Transaction already closed|server closed the connection/i;

/** The codes that mean that no statement of any caller succeeds. */
const AWAY_STATES = /^(08|57P0|53300)/;
const AWAY_TEXT =
  /connection terminated|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|Connection (ended|closed)|database system is (starting|shutting)|terminating connection|not queryable|server has closed the connection|"kind":"(ConnectionClosed|DatabaseNotReachable|TooManyConnections)"|server closed the connection/i;
/**
 * Temporary problems of this machine: the disk is full, too many files are open, or the file store does not answer.
 */
const MACHINE_TEXT = /\b(ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM)\b/;

/** The text of an error and its causes; the adapters wrap PostgreSQL's error. */
export function toSearchableErrorText(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4)
    return typeof error === 'object' ? JSON.stringify(error ?? '') : String(error);
  const { code, meta, cause } = error as Error & { code?: unknown; meta?: unknown };
  // the driver's errors carry PostgreSQL's code, Prisma's errors carry their own
  const state = /^[0-9][0-9A-Z]{4}$/.test(String(code)) ? 'code' : '';
  return `${error.name} ${state} ${String(code ?? '')} ${error.message} ${meta ? JSON.stringify(meta) : ''} ${toSearchableErrorText(cause, depth + 1)}`;
}

/** PostgreSQL's error code from an error text, or ''. */
export const parseSqlState = (text: string): string =>
  /"?(?:originalCode|code)"?\s*:?\s*"?([0-9A-Z]{5})"?/.exec(text)?.[1] ?? '';

/** True when the database cannot run the statement now but may later. */
export function isDatabaseBusy(error: unknown): boolean {
  const text = toSearchableErrorText(error);
  const prismaCode = error instanceof Prisma.PrismaClientKnownRequestError ? error.code : '';
  return OUTAGE_CODES.has(prismaCode) || BUSY_STATES.test(parseSqlState(text)) || OUTAGE_TEXT.test(text);
}

const TIMEOUT_TEXT =
  /Transaction already closed|canceling statement due to statement timeout|query read timeout|"?57014"?/i;

/** True when the work took too long, so that less of it at once may succeed. */
export const isTimeout = (error: unknown): boolean => TIMEOUT_TEXT.test(toSearchableErrorText(error));

/**
 * Classifies an error: `away`: nothing works at the moment; `busy`: this work collided with other work or a full
 * machine; `failed`: the work itself is wrong.
 */
export function classifyError(error: unknown): 'away' | 'busy' | 'failed' {
  const text = toSearchableErrorText(error);
  if (AWAY_STATES.test(parseSqlState(text)) || AWAY_TEXT.test(text)) return 'away';
  const isPassing =
    error instanceof Failure && (error.code === 'service.busy' || error.code === 'upload.unavailable');
  return isPassing || isDatabaseBusy(error) || MACHINE_TEXT.test(text) ? 'busy' : 'failed';
}
