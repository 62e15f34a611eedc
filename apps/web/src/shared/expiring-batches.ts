import { addDays } from '@dukkan/commerce';

/** Days ahead in which a batch counts as expiring soon. */
export const SOON_DAYS = 14;

/** The query of the list of batches for what expires soon, first what expires first. */
export const expiringBatches = (today: string) =>
  ({
    remaining: 1,
    expire_from: today,
    expire_to: addDays(today, SOON_DAYS),
    sort_by: 'expire_date',
    sort_as: 'asc',
  }) as const;
