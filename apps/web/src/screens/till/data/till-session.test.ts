import type { Letter, LetterAnswer, StoredSale } from '@dukkan/commerce';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../lib/i18n.ts';
import { createPackIndex, toStoredItem } from '../pack/pack-index.ts';
import { toTillRules } from './price-sale.ts';
import { item, NO_PRICES, shop } from './till-fixture.ts';
import { type CallOutcome, createMachine, type TillMachine } from './till-machine.ts';
import { TillSession } from './till-session.ts';

beforeAll(() => loadTexts(['till', 'failures', 'common'], 'en'));

const MILK = '6281007012345';
const device = { id: 7, name: 'Front', branch_id: 2, branch_name: 'Al Sadd', epoch: 1, epoch_letters: 'A' };

let session: TillSession;
let machine: TillMachine;
let stored: Map<string, StoredSale>;
let holds: number;
/** What the server says; null: it does not answer. */
let answer: ((letter: Letter) => Partial<LetterAnswer>) | null;
let isBroken: boolean;

beforeEach(() => {
  stored = new Map();
  holds = 0;
  answer = () => ({ answer: 'booked', order_id: 1 });
  isBroken = false;
  const items = [
    item(1, 'Milk 1 L', 12.5, { codes: [MILK] }),
    item(2, 'Cheese', 40, { stepper: 0.25, codes: ['20021'] }),
  ];
  session = new TillSession({
    device,
    cashier: { id: 5, name: 'Mona', permissions: ['seller'] },
    pack: createPackIndex(items.map(toStoredItem)),
    rules: toTillRules(shop(), NO_PRICES),
    version: 'v1',
    store: {
      storeDraft: async () => 'draft',
      storeHold: async () => {
        if (isBroken) throw new Error('the disk is full');
        holds += 1;
        return 'hold';
      },
      dropHold: async () => undefined,
      readHolds: async () => [],
    },
  });
  machine = createMachine({
    now: () => Date.now(),
    store: {
      writeSales: async (puts, deletes) => {
        if (isBroken) throw new Error('the disk is full');
        for (const sale of puts) stored.set(sale.uuid, sale);
        for (const uuid of deletes) stored.delete(uuid);
      },
    },
    send: async (letters): Promise<CallOutcome> => {
      const says = answer;
      if (!says) return { failure: 'network' };
      return {
        answers: letters.map((letter) => ({
          uuid: letter.uuid,
          answer: 'booked',
          order_id: null,
          till_no: null,
          problem: null,
          fiscal: null,
          ...says(letter),
        })),
      };
    },
    print: (sale, isCopy) => session.print(sale, isCopy),
    openDrawer: () => undefined,
    returnCart: (uuid, body, problem) => session.returnCart(uuid, body, problem),
  });
  session.machine = machine;
  machine.state.subscribe(() => {
    if (machine.state.get().status === 'stopped') session.undoPaid();
  });
  machine.start({ origin: { device_id: 7, epoch: 1 }, next_no: 1, sales: [] });
});
afterEach(() => machine.stop());

const view = () => session.view.get();
const lines = () => view().draft.lines.map(({ item_id, quantity }) => [item_id, quantity]);
const settle = () => vi.waitFor(() => expect(machine.state.get().status).not.toBe('busy'));
const pay = async () => {
  session.openPay();
  session.confirm();
  await settle();
};

describe('a scan', () => {
  it('a scan adds the item, and the same one again counts up', () => {
    session.scan(MILK);
    session.scan(MILK);
    expect(lines()).toEqual([[1, 2_000]]);
    expect(view().notice?.text.replace(/[\u2066-\u2069]/g, '')).toContain('Milk 1 L, 2');
  });

  it('a scan is found behind digits that were typed right before it', () => {
    session.scan(`3${MILK}`);
    expect(lines()).toEqual([[1, 1_000]]);
  });

  it('a scan never becomes a quantity, however it is typed', () => {
    session.scan(MILK);
    for (const sign of '21400003') session.typeSign(sign);
    session.applyEntry();
    expect(lines()).toEqual([[1, 1_000]]);
    expect(view().notice?.tone).toBe('bad');
  });

  it('a scan while paying adds to the sale and asks for what is given anew', () => {
    session.scan(MILK);
    session.openPay();
    session.pay({ given: 2_000n });
    session.scan(MILK);
    expect([view().step, view().paying.given, view().priced?.totals.due]).toEqual(['paying', null, 2_500n]);
  });
});

describe('a typed quantity', () => {
  it('a typed quantity is that of the last line', () => {
    session.scan(MILK);
    session.scan('20021');
    for (const sign of ['1', '.', '2', '5']) session.typeSign(sign);
    session.applyEntry();
    expect(lines()).toEqual([
      [1, 1_000],
      [2, 1_250],
    ]);
  });

  it('a quantity is refused when the item is not sold in it', () => {
    session.scan(MILK);
    for (const sign of ['1', '.', '5']) session.typeSign(sign);
    session.applyEntry();
    expect(lines()).toEqual([[1, 1_000]]);
  });
});

describe('a paid sale', () => {
  it('a sale is written down once although Enter is pressed twice, and tells the change', async () => {
    session.scan(MILK);
    session.openPay();
    session.pay({ given: 2_000n });
    session.confirm();
    session.confirm();
    await settle();
    session.confirm();
    expect(view().done).toMatchObject({ due: 1_250n, change: 750n, isSold: true });
    expect(machine.state.get().next_no).toBe(2);
  });

  it('a paid sale stays on the page until the next scan, which begins the next sale', async () => {
    session.scan(MILK);
    await pay();
    expect([view().draft.lines.length, view().done?.isSold]).toEqual([0, true]);
    session.scan('20021');
    expect([lines(), view().done]).toEqual([[[2, 1_000]], null]);
  });

  it('a sale without a server is sold, and kept', async () => {
    answer = null;
    session.scan(MILK);
    await pay();
    expect(view().done?.isSold).toBe(true);
    expect([...stored.values()].map(({ state }) => state)).toEqual(['sold']);
  });

  it('a sale that the server refuses brings its cart back with the reason, and puts aside what was begun', async () => {
    // the server answers, so that the next sale is offered to it
    session.scan(MILK);
    await pay();
    await vi.waitFor(() => expect(machine.state.get().last_answer_at).not.toBeNull());
    await vi.waitFor(() => expect(machine.state.get().sales).toEqual([]));
    answer = ({ kind }) =>
      kind === 'offer'
        ? { answer: 'refused', problem: { code: 'session.not_open', params: {}, field: null } }
        : { answer: 'voided' };
    session.scan('20021');
    session.openPay();
    session.confirm();
    session.scan(MILK);
    await vi.waitFor(() => expect(lines()).toEqual([[2, 1_000]]));
    expect([view().done, holds, view().notice?.tone]).toEqual([null, 1, 'bad']);
    expect(view().notice?.text).toContain('No session is open');
  });

  it('a sale that could not be written is not sold: the cart is back and the till stands', async () => {
    isBroken = true;
    session.scan(MILK);
    await pay();
    expect([machine.state.get().status, lines(), view().done]).toEqual(['stopped', [[1, 1_000]], null]);
  });

  it('a sale does not end with too little cash', () => {
    session.scan(MILK);
    session.openPay();
    session.pay({ given: 1_000n });
    session.confirm();
    expect([machine.state.get().next_no, view().step]).toEqual([1, 'paying']);
  });

  it('a payment is split over two methods, the last of which covers the rest', async () => {
    session.scan(MILK);
    session.openPay();
    session.chooseMethod(3);
    session.pay({ covers: 1_000n });
    session.addPart();
    expect([view().paying.method, session.openAmount]).toEqual([1, 250n]);
    session.confirm();
    await settle();
    const [sale] = stored.values();
    expect(sale?.body.payments ?? machine.state.get().last_uuid).toBeTruthy();
    expect(view().done).toMatchObject({ due: 1_250n, isSold: true });
  });
});

it('the till asks before the second line is taken away', () => {
  session.scan(MILK);
  session.scan('20021');
  session.askRemove(view().draft.selected);
  expect([lines(), view().dialog]).toEqual([[[1, 1_000]], null]);
  session.askRemove(view().draft.selected);
  expect([lines(), view().dialog]).toEqual([[[1, 1_000]], 'remove']);
});

it('a sale that was not paid, as the cashier says after a restart, brings its cart back', async () => {
  // the server answers once, so that the next sale is offered; that one is not answered
  session.scan(MILK);
  await pay();
  await vi.waitFor(() => expect(machine.state.get().sales).toEqual([]));
  answer = () => ({ answer: 'kept' });
  session.scan('20021');
  session.openPay();
  session.confirm();
  await vi.waitFor(() => expect([...stored.values()].map(({ state }) => state)).toEqual(['offered']));
  const [sale] = stored.values();
  if (!sale) throw new Error('nothing is offered');
  session.clear();
  session.set({ done: null });
  machine.start({ origin: { device_id: 7, epoch: 1 }, next_no: sale.seq + 1, sales: [sale] });
  machine.tell({ kind: 'resolved', uuid: sale.uuid, is_paid: false, cashier_id: 5 });
  await vi.waitFor(() => expect(lines()).toEqual([[2, 1_000]]));
});

describe('carts that are put aside', () => {
  it('pressed twice at once it is one cart, and what is scanned meanwhile stays', async () => {
    session.scan(MILK);
    session.holdOrTakeUp();
    session.holdOrTakeUp();
    session.scan('20021');
    await settle();
    expect([holds, lines()]).toEqual([1, [[2, 1_000]]]);
  });

  it('what was begun is put aside when another cart is taken up', async () => {
    session.scan(MILK);
    const { draft } = view();
    session.holdOrTakeUp();
    session.scan('20021');
    session.takeUp(draft);
    await settle();
    expect([holds, lines()]).toEqual([2, [[1, 1_000]]]);
  });

  it('a cart that could not be written is back', async () => {
    isBroken = true;
    session.scan(MILK);
    session.holdOrTakeUp();
    await vi.waitFor(() => expect(view().notice?.tone).toBe('bad'));
    expect(lines()).toEqual([[1, 1_000]]);
  });
});
