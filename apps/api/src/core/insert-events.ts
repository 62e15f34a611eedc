import type { Ctx } from './ctx.ts';
import { Prisma } from './db/database.ts';

/** What open browsers are told: a record of a noun has changed, or with the id 0 a list of them. */
type RecordEvent = {
  readonly noun: string;
  readonly id: number;
  readonly version: number | null;
  /** Null: it concerns no branch, or all of them. */
  readonly branch_id: number | null;
};

/** Events as the database takes them, each with the moment of its writing in UTC. */
export const toEventsJson = ({ now }: Pick<Ctx, 'now'>, events: readonly RecordEvent[]): string => {
  const at = now.toISOString();
  return JSON.stringify(
    events.map(({ noun, id, version, branch_id }) => ({ noun, id, version, branch_id, at })),
  );
};

/** A part of a statement that writes events; they are sent once its transaction has been committed. */
export const insertEventsSql = (
  ctx: Pick<Ctx, 'now'>,
  events: readonly RecordEvent[],
): Prisma.Sql => Prisma.sql`
  INSERT INTO event (topic, data, branch_id)
  SELECT data->>'noun', data, (data->>'branch_id')::int
    FROM jsonb_array_elements(${toEventsJson(ctx, events)}::jsonb) AS e (data)`;
