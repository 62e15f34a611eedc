import { parsePhonePart, toCompactPhone } from '@dukkan/commerce';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { type CallFailure, callApi } from '../../../lib/server/call.ts';
import type { ResultOf } from '../../../lib/server/endpoint.ts';

export type CustomerCard = ResultOf<typeof api.order.customer>;

/** How long an answer is reused, because the server counts and logs each lookup; long enough for a call. */
const FRESH_MS = 10 * 60_000;
/** The minimum number of digits of a complete phone number in any country. */
const DIGITS_MIN = 7;

/** Returns whether a text is a phone and not a name: digits with separators. */
export const isPhone = (text: string): boolean => /^(\+|\+?\d+)$/.test(toCompactPhone(text));

const isFull = (phone: string): boolean =>
  (parsePhonePart(phone)?.replace('+', '').length ?? 0) >= DIGITS_MIN;

/** Loads the customer with this phone; sends no request for an incomplete number. */
export function useCustomerCard(phone: string | null, branch_id: number | null) {
  const locale = useLocale();
  const asks = phone !== null && isPhone(phone) && isFull(phone);
  const query = useQuery<CustomerCard, CallFailure>({
    queryKey: ['customer-card', phone, branch_id, locale],
    queryFn: async ({ signal }) => {
      const input = { phone: phone ?? '', ...(branch_id === null ? {} : { branch_id }) };
      return (await callApi(api.order.customer, input, { signal, branchId: null })).results;
    },
    enabled: asks,
    retry: false,
    staleTime: FRESH_MS,
  });
  return {
    card: asks ? query.data : undefined,
    loading: asks && query.isFetching,
    // 422 means that the number is not complete yet, which is no failure
    failure: asks && query.error && query.error.status !== 422 ? query.error : null,
  };
}
