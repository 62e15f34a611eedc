import type { SaleBody } from './letters.ts';
import { toTillNumber } from './till-number.ts';

export type ModelOrder = {
  readonly uuid: string;
  readonly units: number;
  isCountered: boolean;
};

export const countUnits = ({ cart }: SaleBody): number =>
  cart.reduce((all, { quantity }) => all + quantity, 0);

/** What the modelled server has booked: orders, stock and the numbers of tills. */
export function createModelBooks(first: number) {
  const orders: ModelOrder[] = [];
  const numbers = new Map<string, string[]>();
  const faults: string[] = [];
  let stock = first;
  /** Writes down what a number stands for; one that stands for two is a fault. */
  const fill = (device_id: number, seq: number, uuid: string): void => {
    const number = toTillNumber({ branch_id: 1, device_id, epoch: 1, seq });
    const filled = numbers.get(number) ?? [];
    if (!filled.includes(uuid)) numbers.set(number, [...filled, uuid]);
  };
  return {
    orders,
    numbers,
    faults,
    fill,
    stock: (): number => stock,
    sold: (): number => first - stock,
    /** @returns the id of the order */
    book: (device_id: number, seq: number, uuid: string, units: number): number => {
      stock -= units;
      fill(device_id, seq, uuid);
      return orders.push({ uuid, units, isCountered: false });
    },
    /** Books a sale back with a document of its own. */
    counter: (uuid: string): void => {
      const order = orders.find((one) => one.uuid === uuid);
      if (!order) faults.push(`a counter-sale of ${uuid}, which is no order`);
      else {
        order.isCountered = true;
        stock += order.units;
      }
    },
  };
}
export type ModelBooks = ReturnType<typeof createModelBooks>;
