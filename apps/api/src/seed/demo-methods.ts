import { api } from '@dukkan/contract';
import type { Ctx } from '../core/ctx.ts';
import { createDeliveryMethod, createPaymentMethod } from '../modules/delivery/index.ts';

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

/** What the demo business offers beside its own drivers and cash. */
export async function seedMethods(ctx: Ctx): Promise<void> {
  for (const body of DELIVERIES) await createDeliveryMethod(ctx, api.deliveryMethod.create.input.parse(body));
  for (const body of PAYMENTS) await createPaymentMethod(ctx, api.paymentMethod.create.input.parse(body));
}
