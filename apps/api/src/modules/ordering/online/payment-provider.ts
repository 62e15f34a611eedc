import { formatMinor, fromMinor, getCurrencyScale, toMinor } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';

/** An amount in the minor unit of its currency. */
export type Money = { readonly amount: bigint; readonly currency: string };

/** A numeric column beside its currency, in minor units, and back. */
export const readMoney = (amount: string, currency: string): Money => ({
  amount: toMinor(amount, getCurrencyScale(currency)),
  currency,
});
export const moneyText = ({ amount, currency }: Money): string =>
  formatMinor(amount, getCurrencyScale(currency));
export const moneyNumber = ({ amount, currency }: Money): number =>
  fromMinor(amount, getCurrencyScale(currency));

/** The keys of a gateway, decrypted for one call; nothing else holds them. */
export type GatewayKeys = { readonly mode: string; readonly secret: string | null };

/** What a provider is asked to take. */
type PaymentRequest = Money & {
  /** Also the provider's idempotency key: asked again, the same payment is answered. */
  readonly attempt_id: string;
  readonly expires_at: Date;
};

/** A payment as its provider says that it stands; `processing` is money on its way. */
export type ProviderPayment = Money & {
  readonly state: 'open' | 'processing' | 'paid' | 'failed';
  readonly reason: 'refused' | 'canceled' | null;
};

/** Money that a provider is asked to send back. */
type RefundRequest = Money & {
  /** Also the provider's idempotency key: asked again, the same refund is answered. */
  readonly refund_id: string;
  readonly provider_ref: string;
};

/** What became of a refund: it was sent, or the provider will never send it. */
type ProviderRefund = { readonly state: 'sent' | 'refused'; readonly refund_ref: string | null };

/** What a callback says: which event it is, and which payment to ask about. */
export type ProviderEvent = { readonly event_id: string; readonly provider_ref: string | null };

/**
 * What a company that takes money online can do for us. Each call may take seconds and fail, and none runs inside a
 * transaction.
 */
export type PaymentProvider = {
  /** Modes that it has. */
  readonly modes: readonly string[];
  /** Opens a payment. @returns what it is called there, and the page where it is paid */
  startPayment(
    ctx: Ctx,
    keys: GatewayKeys,
    request: PaymentRequest,
  ): Promise<{ readonly provider_ref: string; readonly url: string }>;
  /** How a payment stands. @throws where the provider does not answer or does not know it */
  getPayment(ctx: Ctx, keys: GatewayKeys, provider_ref: string): Promise<ProviderPayment>;
  /** Sends money of a payment back. @throws where the provider does not answer: it may have been sent */
  refundPayment(ctx: Ctx, keys: GatewayKeys, request: RefundRequest): Promise<ProviderRefund>;
  /** Reads a callback. @returns null where it was not signed with this key */
  readEvent(
    webhook_secret: string,
    headers: Readonly<Record<string, unknown>>,
    body: Uint8Array,
  ): ProviderEvent | null;
};
