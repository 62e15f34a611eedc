import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../lib/server/api.ts';
import { currentBranch } from '../../lib/server/current-branch.ts';
import { showCallFailure } from '../../lib/server/toast.ts';
import { readOnce } from '../../lib/server/use-read-write.ts';
import { findItemInProduct, type ItemWithLastCost } from './find-item.ts';

const ID = /^[1-9]\d{0,9}$/;

/** Returns an id in the URL's query; null when it is missing. */
export function useIdFromUrl(name: string): number | null {
  const [address] = useSearchParams();
  const text = address.get(name) ?? '';
  return ID.test(text) ? Number(text) : null;
}

/**
 * Adds the item in the URL (`?product_id=&item_id=`) once, as the first line of a new receipt.
 * @param isWanted false when the receipt already has lines
 */
export function useRequestedItem(isWanted: boolean, add: (item: ItemWithLastCost) => void): void {
  const product_id = useIdFromUrl('product_id');
  const item_id = useIdFromUrl('item_id');
  const addFound = useEffectEvent((item: ItemWithLastCost) => add(item));
  const isRequested = useEffectEvent(() => isWanted);
  useEffect(() => {
    if (product_id === null || item_id === null || !isRequested()) return;
    let isGone = false;
    readOnce(api.product.show, { id: product_id }, currentBranch()).then(
      ({ results }) => {
        const item = findItemInProduct(results, item_id);
        if (item && !isGone) addFound(item);
      },
      (error: unknown) => {
        showCallFailure(error);
      },
    );
    return () => {
      isGone = true;
    };
  }, [product_id, item_id]);
}
