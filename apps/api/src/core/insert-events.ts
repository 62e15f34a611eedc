import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from './ctx.ts';

/** A live event for open browsers: a record of a noun has changed, or with id 0 a list of them. */
type RecordEvent = {
  readonly noun: string;
  readonly id: number;
  readonly version: number | null;
  /** Null: the event concerns no branch, or all of them. */
  readonly branch_id: number | null;
};

/** Converts events for the database, each with the current time in UTC. */
export const toEventsJson = ({ now }: Pick<Ctx, 'now'>, events: readonly RecordEvent[]): string => {
  const at = now.toISOString();
  return JSON.stringify(
    events.map(({ noun, id, version, branch_id }) => ({ noun, id, version, branch_id, at })),
  );
};

/** SQL that writes events within a statement; they are delivered after the commit. */
export const insertEventsSql = (
  ctx: Pick<Ctx, 'now'>,
  events: readonly RecordEvent[],
): RawBuilder<unknown> => sql`
  INSERT INTO event (topic, data, branch_id)
  SELECT data->>'noun', data, (data->>'branch_id')::int
    FROM jsonb_array_elements(${toEventsJson(ctx, events)}::jsonb) AS e (data)`;
