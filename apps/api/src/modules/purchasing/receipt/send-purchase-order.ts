import { resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, requireAccount } from '../../../core/ctx.ts';
import { createPrintFormatter } from '../../../core/print/print-formatter.ts';
import { incrementCounterInTx } from '../../../core/process/rate-counter.ts';
import { queueMail, readSettings } from '../../setting/index.ts';
import { show } from './list-receipts.ts';
import { loadOrderLines, printPurchaseOrderFile } from './print-purchase-order.ts';
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

type Receipt = Awaited<ReturnType<typeof show>>;

/** Returns where the order of a receipt goes. @throws receipt.bad_transition, receipt.no_lines, receipt.no_address */
function requireRecipient({ status, items, supplier_email }: Receipt, email: Input['email']): string {
  if (status !== null) fail('receipt.bad_transition');
  if (items.length === 0) fail('receipt.no_lines');
  return email ?? supplier_email ?? fail('receipt.no_address', undefined, 'email');
}

/**
 * Puts the e-mail with an order to its supplier into the outbox, with the printed order as a PDF.
 * @throws record.missing, receipt.bad_transition once it is accepted or canceled, receipt.no_lines, receipt.no_address,
 * rate.limited, record.conflict when the order changed while it was printed, service.busy when the print queue is full
 * Rule: docs/rules/mails.md#orders-to-suppliers
 */
export async function sendOrder(ctx: Ctx, { id, email, locale }: Input): Promise<{ recipient: string }> {
  const language = locale ?? ctx.locale;
  const printed = await show(ctx, { id });
  requireRecipient(printed, email);
  const { count, seconds_left } = await ctx.tx((ctx) =>
    incrementCounterInTx(ctx, `order-mail:${requireAccount(ctx).id}`, HOUR_SECONDS),
  );
  if (count > MAILS_PER_HOUR) fail('rate.limited', { seconds: seconds_left });
  // printed before the transaction, because it waits for a thread that others use too
  const bytes = await printPurchaseOrderFile({ ...ctx, locale: language }, id);
  return ctx.tx(async (ctx) => {
    await lockReceipt(ctx, id);
    const receipt = await show(ctx, { id });
    const recipient = requireRecipient(receipt, email);
    if (receipt.version !== printed.version) fail('record.conflict');
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
      attachment: { name: `purchase-order-${id}.pdf`, bytes },
    });
    await recordAudit(ctx, { noun: 'receipt', id, action: 'send', before: null, after: { recipient } });
    return { recipient };
  });
}
