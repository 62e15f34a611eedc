import { currencyScaleSql } from '../../core/currency-scale-sql.ts';
import { Prisma } from '../../core/db/database.ts';

const scale = Prisma.raw(currencyScaleSql('r.currency'));

/** The net of receipt `r` as it is shown: rounded to the smallest coin of its own currency. */
export const netSql = Prisma.sql`round(r.net, ${scale})`;

/** Its total before discount, likewise. */
export const totalSql = Prisma.sql`round(r.total, ${scale})`;

/** What is still to be paid of it. */
export const balanceSql = Prisma.sql`(${netSql} - r.paid)`;
