/** What the number of a sale is made of. Source: docs/rules/till-sales.md#numbers */
export type TillNumber = {
  readonly branch_id: number;
  readonly device_id: number;
  /** The pairing of the till, counted from 1. */
  readonly epoch: number;
  /** The number of the sale in its pairing, counted from 1 without gaps. */
  readonly seq: number;
};

const LETTERS = 26;
const FIRST = 'A'.charCodeAt(0);
/** The largest number of a database column. */
const MAX = 2_147_483_647;
const NUMBER = /^(\d{1,10})-(\d{1,10})([A-Z]{1,7})-(\d{1,10})$/;

const isCounted = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAX;

/** Writes a pairing as letters: 1 is A, 26 is Z, 27 is AA. RangeError for what is no count. */
export function toEpochLetters(epoch: number): string {
  if (!isCounted(epoch)) throw new RangeError('an epoch is a whole number from 1');
  let letters = '';
  for (let rest = epoch; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(FIRST + ((rest - 1) % LETTERS)) + letters;
  return letters;
}

/** Reads the letters of a pairing, A to Z. */
function parseEpochLetters(letters: string): number {
  let epoch = 0;
  for (const letter of letters) epoch = epoch * LETTERS + (letter.charCodeAt(0) - FIRST + 1);
  return epoch;
}

/** Writes the number of a sale as on its paper: `2-7A-000451`. */
export function toTillNumber({ branch_id, device_id, epoch, seq }: TillNumber): string {
  if (![branch_id, device_id, seq].every(isCounted)) throw new RangeError('a till number is made of counts');
  return `${branch_id}-${device_id}${toEpochLetters(epoch)}-${String(seq).padStart(6, '0')}`;
}

/**
 * Reads the number of a sale as somebody types it from a paper: small letters and missing zeros do not matter.
 * @returns null for what is no such number
 */
export function parseTillNumber(text: string): TillNumber | null {
  const [, branch = '', device = '', letters = '', number = ''] =
    NUMBER.exec(text.trim().toUpperCase()) ?? [];
  const [branch_id, device_id, seq] = [Number(branch), Number(device), Number(number)];
  const epoch = parseEpochLetters(letters);
  if (![branch_id, device_id, epoch, seq].every(isCounted)) return null;
  return { branch_id, device_id, epoch, seq };
}
