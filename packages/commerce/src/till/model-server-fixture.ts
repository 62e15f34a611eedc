import type { Letter, LetterAnswer, SaleBody } from './letters.ts';
import type { Chance, Timeline } from './model-clock-fixture.ts';
import { decideFate, type StandingFate } from './sale-fate.ts';
import { toTillNumber } from './till-number.ts';

/** Ways to build the server wrong, which the model has to find. */
export type Mutant =
  | 'a late offer books although voided'
  | 'no permanent id'
  | 'a sold letter may be refused';

export type ModelOrder = {
  readonly uuid: string;
  readonly units: number;
  isCountered: boolean;
};

type InboxRow = { standing: StandingFate; answer: LetterAnswer; readonly letter: Letter };

export const countUnits = ({ cart }: SaleBody): number =>
  cart.reduce((all, { quantity }) => all + quantity, 0);

/**
 * The modelled server: the inbox and the order in one transaction for each letter, by the fates that the API uses. It is
 * stopped and started at any moment; what was committed stays.
 */
export function createModelServer(chance: Chance, time: Timeline, mutant: Mutant | null) {
  const inbox = new Map<string, InboxRow>();
  const numbers = new Map<string, string[]>();
  const orders: ModelOrder[] = [];
  const faults: string[] = [];
  const seen = new Map<string, number>();
  const first = 40 + chance.below(400);
  let stock = first;
  let isUp = true;
  let isEnding = false;
  const count = (what: string): void => {
    seen.set(what, (seen.get(what) ?? 0) + 1);
  };

  const say = (
    uuid: string,
    answer: LetterAnswer['answer'],
    order: number | null,
    code?: string,
  ): LetterAnswer => ({
    uuid,
    answer,
    order_id: order,
    till_no: null,
    problem: code ? { code, params: {}, field: null } : null,
    fiscal: null,
  });

  /** Writes the order down. A number twice is a fault: the table has a unique index. */
  function book(device_id: number, letter: Letter & { readonly kind: 'offer' | 'sold' }): LetterAnswer {
    const { uuid, seq, body } = letter;
    const units = countUnits(body);
    orders.push({ uuid, units, isCountered: false });
    stock -= units;
    fill(device_id, seq, uuid);
    const answer = say(uuid, 'booked', orders.length);
    inbox.set(uuid, { standing: 'sold', answer: { ...answer, answer: 'already' }, letter });
    return answer;
  }

  function fill(device_id: number, seq: number, uuid: string): void {
    const number = toTillNumber({ branch_id: 1, device_id, epoch: 1, seq });
    const filled = numbers.get(number) ?? [];
    if (!filled.includes(uuid)) numbers.set(number, [...filled, uuid]);
  }

  /** Books a sale back with a document of its own. */
  function counter(uuid: string): LetterAnswer {
    const order = orders.find((one) => one.uuid === uuid);
    if (order) {
      order.isCountered = true;
      stock += order.units;
    } else faults.push(`a counter-sale of ${uuid}, which is no order`);
    return say(uuid, 'voided', null);
  }

  /** A failure that nobody foresaw: the letter stays, somebody books it later. */
  function keep(device_id: number, letter: Letter & { readonly kind: 'offer' | 'sold' }): LetterAnswer {
    const { uuid } = letter;
    count('kept');
    const answer = say(uuid, 'kept', null, 'unforeseen');
    inbox.set(uuid, { standing: 'sold', answer, letter });
    time.after(chance.between(1_000, 900_000), () => book(device_id, letter));
    return answer;
  }

  function handle(device_id: number, letter: Letter): LetterAnswer {
    const { uuid, seq, kind } = letter;
    const row = mutant === 'no permanent id' ? undefined : inbox.get(uuid);
    const standing = row?.standing ?? 'nothing';
    const isLateBooked = mutant === 'a late offer books although voided' && standing === 'void';
    const fate = isLateBooked && kind === 'offer' ? 'book' : decideFate({ standing, arrives: kind });
    count(`${kind} on ${standing}`);
    if (fate === 'answer_stored') return row?.answer ?? say(uuid, 'kept', null);
    if (fate === 'hold') faults.push(`${uuid} was sold behind its void`);
    if (fate === 'counter_sale') {
      const answer = counter(uuid);
      inbox.set(uuid, { standing: 'countered', answer, letter });
      return answer;
    }
    if (fate === 'void') {
      fill(device_id, seq, uuid);
      const answer = say(uuid, 'voided', null);
      inbox.set(uuid, { standing: 'void', answer, letter });
      return answer;
    }
    if (letter.kind === 'void') return say(uuid, 'kept', null);
    const mayRefuse = fate === 'book_or_refuse' || mutant === 'a sold letter may be refused';
    if (mayRefuse && (stock < countUnits(letter.body) || (kind === 'offer' && chance.isHit(0.08)))) {
      count('refused');
      return say(uuid, 'refused', null, 'cart.short');
    }
    return kind === 'sold' && !isEnding && chance.isHit(0.02)
      ? keep(device_id, letter)
      : book(device_id, letter);
  }

  return {
    orders,
    numbers,
    faults,
    seen,
    count,
    sold: (): number => first - stock,
    isUp: (): boolean => isUp,
    /** Half of the time it is down, for seconds or for half an hour. */
    goUpAndDown: function goUpAndDown(): void {
      if (isEnding) return;
      isUp = !isUp;
      time.after(
        chance.isHit(0.5) ? chance.between(100, 30_000) : chance.between(30_000, 600_000),
        goUpAndDown,
      );
    },
    /** From now on everything works. */
    endDay: (): void => {
      isEnding = true;
      isUp = true;
    },
    /** Handles the letters of a call one by one; null where it was stopped before it could answer. */
    answer: (device_id: number, letters: readonly Letter[]): readonly LetterAnswer[] | null => {
      const answers: LetterAnswer[] = [];
      for (const letter of letters) {
        if (!isEnding && chance.isHit(0.01)) return null;
        answers.push(handle(device_id, letter));
      }
      return answers;
    },
  };
}
export type ModelServer = ReturnType<typeof createModelServer>;
