import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { api } from '../../../lib/server/api.ts';
import { DiscountList } from './discount-list.tsx';

export const prefetch = prefetchList(api.discount.list, { multi: 1 });

export default function MultiDiscounts() {
  return <DiscountList key="multi" multi={1} />;
}
