import { resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { createPrintFormatter } from '../../../core/print/print-formatter.ts';
import { incrementCounterInTx } from '../../../core/process/rate-counter.ts';
import { queueMail, readSettings } from '../../setting/index.ts';
import { show } from './list-receipts.ts';
import { loadOrderLines } from './print-purchase-order.ts';
import { lockReceipt } from './stored-receipt.ts';

type Input = z.output<typeof api.receipt.sendOrder.input>;

/** E-mails to suppliers per account and hour. */
const MAILS_PER_HOUR = 60;
const HOUR_SECONDS = 3_600;

/** The lines of an order as text: quantity, title, the supplier's number, and the branch where there are several. */
async function listLines(ctx: Ctx, id: number, severalBranches: boolean): Promise<string> {
  const { Currency, timezone } = (await readSettings(ctx)).settings;
  const { number } = createPrintFormatter(ctx.locale, Currency, timezone);
  return (await loadOrderLines(ctx, id))
    .map((line) => {
      const code = line.code ?? line.barcode;
      const branch = severalBranches ? ` → ${resolveText(line.branch_names, ctx.locale)}` : '';
      return `${number(line.quantity)} × ${resolveText(line.titles, ctx.locale)}${code ? ` (${code})` : ''}${branch}`;
    })
    .join('\n');
}

/**
 * Puts the e-mail with an order to its supplier into the outbox.
 * @throws record.missing, receipt.bad_transition once it is accepted or canceled, receipt.no_lines, receipt.no_address,
 * rate.limited
 * Rule: docs/rules/mails.md#orders-to-suppliers
 */
export const sendOrder = (ctx: Ctx, { id, email, locale }: Input): Promise<{ recipient: string }> =>
  ctx.tx(async (ctx) => {
    const { status } = await lockReceipt(ctx, id);
    if (status !== null) fail('receipt.bad_transition');
    const receipt = await show(ctx, { id });
    if (receipt.items.length === 0) fail('receipt.no_lines');
    const recipient = email ?? receipt.supplier_email ?? fail('receipt.no_address', undefined, 'email');
    const { count, seconds_left } = await incrementCounterInTx(
      ctx,
      `order-mail:${requireAccount(ctx).id}`,
      HOUR_SECONDS,
    );
    if (count > MAILS_PER_HOUR) fail('rate.limited', { seconds: seconds_left });
    const language = locale ?? ctx.locale;
    const inLanguage = { ...ctx, locale: language };
    await queueMail(ctx, {
      key: 'purchase_order',
      locale: language,
      recipient,
      values: {
        supplier: receipt.supplier_name,
        order_number: `#${id}`,
        items: await listLines(inLanguage, id, receipt.branches_names.length > 1),
      },
    });
    await recordAudit(ctx, { noun: 'receipt', id, action: 'send', before: null, after: { recipient } });
    return { recipient };
  });
