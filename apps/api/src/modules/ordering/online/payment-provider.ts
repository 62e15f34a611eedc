import { formatMinor, fromMinor, getCurrencyScale, toMinor } from '@dukkan/commerce';
import type { Ctx } from '../../../core/ctx.ts';

/** An amount in the minor unit of its currency. */
export type Money = { readonly amount: bigint; readonly currency: string };

/** Converts a numeric column with its currency to minor units, and back. */
export const readMoney = (amount: string, currency: string): Money => ({
  amount: toMinor(amount, getCurrencyScale(currency)),
  currency,
});
export const moneyText = ({ amount, currency }: Money): string =>
  formatMinor(amount, getCurrencyScale(currency));
export const moneyNumber = ({ amount, currency }: Money): number =>
  fromMinor(amount, getCurrencyScale(currency));

/** The keys of a gateway, decrypted for one call and stored nowhere else. */
export type GatewayKeys = { readonly mode: string; readonly secret: string | null };

/** A payment to request from a provider. */
type PaymentRequest = Money & {
  /** Also the provider's idempotency key: a repeated request returns the same payment. */
  readonly attempt_id: string;
  readonly expires_at: Date;
};

/** A payment as the provider reports it; `processing` means that the money is on its way. */
export type ProviderPayment = Money & {
  readonly state: 'open' | 'processing' | 'paid' | 'failed';
  readonly reason: 'refused' | 'canceled' | null;
};

/** A refund to request from a provider. */
type RefundRequest = Money & {
  /** Also the provider's idempotency key: a repeated request returns the same refund. */
  readonly refund_id: string;
  readonly provider_ref: string;
};

/** The result of a refund: sent, or finally refused by the provider. */
type ProviderRefund = { readonly state: 'sent' | 'refused'; readonly refund_ref: string | null };

/** The event id of a callback, and the payment to ask about. */
export type ProviderEvent = { readonly event_id: string; readonly provider_ref: string | null };

/**
 * The operations of an online payment provider. Each call may take seconds and may fail, so none runs inside a
 * transaction.
 */
export type PaymentProvider = {
  /** The provider's modes. */
  readonly modes: readonly string[];
  /** Starts a payment. @returns its id at the provider, and the page where it is paid */
  startPayment(
    ctx: Ctx,
    keys: GatewayKeys,
    request: PaymentRequest,
  ): Promise<{ readonly provider_ref: string; readonly url: string }>;
  /** Returns the state of a payment. @throws when the provider does not answer or does not know it */
  getPayment(ctx: Ctx, keys: GatewayKeys, provider_ref: string): Promise<ProviderPayment>;
  /** Ends a payment that nobody has paid yet; missing where the provider has no such call. */
  cancelPayment?(ctx: Ctx, keys: GatewayKeys, provider_ref: string): Promise<void>;
  /** Refunds money of a payment. @throws when the provider does not answer; the refund may have been sent */
  refundPayment(ctx: Ctx, keys: GatewayKeys, request: RefundRequest): Promise<ProviderRefund>;
  /** Parses a callback. @returns null when it is not signed with this key */
  readEvent(
    webhook_secret: string,
    headers: Readonly<Record<string, unknown>>,
    body: Uint8Array,
  ): ProviderEvent | null;
};
