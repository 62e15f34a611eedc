import { prefetchList } from '../../../lib/list/prefetch-list.ts';
import { api } from '../../../lib/server/api.ts';
import { DiscountList } from './discount-list.tsx';

export const prefetch = prefetchList(api.discount.list, { multi: 0 });

export default function Discounts() {
  return <DiscountList key="single" multi={0} />;
}
