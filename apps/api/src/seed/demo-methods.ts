import { randomBytes } from 'node:crypto';
import { api } from '@dukkan/contract';
import type { Ctx } from '../core/ctx.ts';
import { createDeliveryMethod, createPaymentMethod } from '../modules/delivery/index.ts';
import { saveGateway } from '../modules/ordering/index.ts';

const DELIVERIES = [
  {
    code: 'express',
    titles: { ar: 'توصيل سريع', en: 'Express delivery', de: 'Expresslieferung' },
    asap: 1,
    delivery_minutes: 30,
    delivery_cost: 10,
    ord: 2,
  },
  {
    code: 'courier',
    titles: { ar: 'شركة توصيل', en: 'Courier company', de: 'Kurierdienst' },
    inhouse: 0,
    delivery_minutes: 240,
    delivery_cost: 25,
    ord: 3,
  },
] as const;

const PAYMENTS = [
  {
    code: 'online',
    titles: { ar: 'بطاقة عبر الإنترنت', en: 'Card online', de: 'Karte online' },
    type: 'online',
    min_transaction: 5,
    margin: 2.5,
    inhouse_holder: 0,
    partner_account: 'PARTNER-DEMO-1',
    ord: 4,
  },
  {
    code: 'wallet',
    titles: { ar: 'محفظة الهاتف', en: 'Phone wallet', de: 'Handy-Wallet' },
    type: 'wallet',
    max_transaction: 500,
    margin: 1.25,
    inhouse_holder: 0,
    ord: 5,
  },
] as const;

/** Sets up the test gateway, so that online payments can be tried without real money. */
async function seedGateway(ctx: Ctx, payment_id: number): Promise<void> {
  const webhook_secret = randomBytes(24).toString('base64url');
  await saveGateway(ctx, api.gateway.save.input.parse({ payment_id, provider: 'soft', webhook_secret }));
}

/** Creates the delivery and payment methods of the demo business, besides its own drivers and cash. */
export async function seedMethods(ctx: Ctx): Promise<void> {
  for (const body of DELIVERIES) await createDeliveryMethod(ctx, api.deliveryMethod.create.input.parse(body));
  for (const body of PAYMENTS) {
    const { id, type } = await createPaymentMethod(ctx, api.paymentMethod.create.input.parse(body));
    if (type === 'online') await seedGateway(ctx, id);
  }
}
