import { addDays } from '@dukkan/commerce';

/** A batch that expires within this many days counts as expiring soon. */
export const SOON_DAYS = 14;

/** Returns the query of the batch list for batches that expire soon, earliest first. */
export const getExpiringBatchesQuery = (today: string) =>
  ({
    remaining: 1,
    expire_from: today,
    expire_to: addDays(today, SOON_DAYS),
    sort_by: 'expire_date',
    sort_as: 'asc',
  }) as const;
