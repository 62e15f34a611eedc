import type { Letter, LetterAnswer } from './letters.ts';
import { countUnits, createModelBooks } from './model-books-fixture.ts';
import type { Chance, Timeline } from './model-clock-fixture.ts';
import { decideFate, type StandingFate } from './sale-fate.ts';

/** Ways to build the server wrong, which the model has to find. */
export type Mutant =
  | 'a late offer books although voided'
  | 'no permanent id'
  | 'a sold letter may be refused';

type InboxRow = { readonly standing: StandingFate; readonly answer: LetterAnswer };
type SaleLetter = Letter & { readonly kind: 'offer' | 'sold' };

const say = (
  uuid: string,
  answer: LetterAnswer['answer'],
  order_id: number | null = null,
  code?: string,
): LetterAnswer => ({
  uuid,
  answer,
  order_id,
  till_no: null,
  problem: code ? { code, params: {}, field: null } : null,
  fiscal: null,
});

/**
 * The modelled server: the inbox and the order in one transaction for each letter, by the fates that the API uses. It is
 * stopped and started at any moment; what was committed stays.
 */
export function createModelServer(chance: Chance, time: Timeline, mutant: Mutant | null) {
  const books = createModelBooks(40 + chance.below(400));
  const inbox = new Map<string, InboxRow>();
  const counts = new Map<string, number>();
  let isUp = true;
  let isEnding = false;
  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };

  function put(standing: StandingFate, answer: LetterAnswer): LetterAnswer {
    inbox.set(answer.uuid, { standing, answer });
    return answer;
  }

  function book(device_id: number, { uuid, seq, body }: SaleLetter): LetterAnswer {
    const order_id = books.book(device_id, seq, uuid, countUnits(body));
    put('sold', say(uuid, 'already', order_id));
    return say(uuid, 'booked', order_id);
  }

  /** A failure that nobody foresaw: the letter stays, somebody books it later. */
  function keep(device_id: number, letter: SaleLetter): LetterAnswer {
    count('kept');
    time.after(chance.between(1_000, 900_000), () => book(device_id, letter));
    return put('sold', say(letter.uuid, 'kept', null, 'unforeseen'));
  }

  function bookOrRefuse(device_id: number, letter: SaleLetter, mayRefuse: boolean): LetterAnswer {
    const { uuid, kind, body } = letter;
    if (mayRefuse && (books.stock() < countUnits(body) || (kind === 'offer' && chance.isHit(0.08)))) {
      count('refused');
      return say(uuid, 'refused', null, 'cart.short');
    }
    const isUnforeseen = kind === 'sold' && !isEnding && chance.isHit(0.02);
    return isUnforeseen ? keep(device_id, letter) : book(device_id, letter);
  }

  function handle(device_id: number, letter: Letter): LetterAnswer {
    const { uuid, seq, kind } = letter;
    const row = mutant === 'no permanent id' ? undefined : inbox.get(uuid);
    const standing = row?.standing ?? 'nothing';
    count(`${kind} on ${standing}`);
    const isLateBooked = mutant === 'a late offer books although voided' && standing === 'void';
    const fate = isLateBooked && kind === 'offer' ? 'book' : decideFate({ standing, arrives: kind });
    switch (fate) {
      case 'answer_stored':
        return row?.answer ?? say(uuid, 'kept');
      case 'hold':
        books.faults.push(`${uuid} was sold behind its void`);
        return say(uuid, 'kept');
      case 'counter_sale':
        books.counter(uuid);
        return put('countered', say(uuid, 'voided'));
      case 'void':
        books.fill(device_id, seq, uuid);
        return put('void', say(uuid, 'voided'));
      default: {
        if (letter.kind === 'void') return say(uuid, 'kept');
        const mayRefuse = fate === 'book_or_refuse' || mutant === 'a sold letter may be refused';
        return bookOrRefuse(device_id, letter, mayRefuse);
      }
    }
  }

  return {
    books,
    counts,
    count,
    isUp: (): boolean => isUp,
    /** Half of the time it is down, for seconds or for minutes. */
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
