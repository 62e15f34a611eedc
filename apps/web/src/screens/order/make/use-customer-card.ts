import { dropLinkScheme } from '@dukkan/commerce';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { type CallFailure, callApi } from '../../../lib/server/call.ts';
import type { ResultOf } from '../../../lib/server/endpoint.ts';

export type CustomerCard = ResultOf<typeof api.order.customer>;

/** Each question is counted and logged: an answer is good for a whole call. */
const FRESH_MS = 10 * 60_000;
/** No country has shorter full numbers. */
const DIGITS_MIN = 7;

/** True for digits in any writing, with what stands between them: a phone and not a name. */
export const isPhone = (text: string): boolean => /^[+\p{Nd}][\p{Nd}\s()./-]*$/u.test(dropLinkScheme(text));

const isFull = (phone: string): boolean => (phone.match(/\p{Nd}/gu)?.length ?? 0) >= DIGITS_MIN;

/** The card of the customer with this full phone number; asks nothing for a part of a number. */
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
    // a number that is not whole yet is no failure
    failure: asks && query.error && query.error.status !== 422 ? query.error : null,
  };
}
