import { foldForSearch } from '@dukkan/commerce';

/** Words for active, published or agreed. */
const YES = new Set([
  '1',
  'active',
  'published',
  'publish',
  'available',
  'visible',
  'sale',
  'منشور',
  'متاح',
  'veroffentlicht',
  'sichtbar',
  'true',
  'yes',
  'y',
  'enabled',
  'on',
  'ja',
  'j',
  'aktiv',
  'wahr',
  'an',
  'نعم',
  'نشط',
  'فعال',
  'مفعل',
]);
/** Words for inactive, including drafts, archived and hidden. */
const NO = new Set([
  '0',
  '-1',
  'draft',
  'archived',
  'archive',
  'unpublished',
  'private',
  'pending',
  'hidden',
  'unlisted',
  'discontinued',
  'entwurf',
  'archiviert',
  'versteckt',
  'مسوده',
  'مؤرشف',
  'مخفي',
  'غير منشور',
  'false',
  'no',
  'n',
  'inactive',
  'disabled',
  'off',
  'nein',
  'inaktiv',
  'falsch',
  'aus',
  'لا',
  'غير نشط',
  'غير فعال',
  'معطل',
  'موقوف',
]);
const YES_FOLDED = new Set([...YES].map(foldForSearch));
const NO_FOLDED = new Set([...NO].map(foldForSearch));

/** Whether a folded word means yes or no. */
export const isYesOrNo = (word: string): boolean => YES_FOLDED.has(word) || NO_FOLDED.has(word);

/** Parses a status cell: 1, 0, or null when it is neither. */
export function parseStatus(text: string): 0 | 1 | null {
  const word = foldForSearch(text);
  if (YES_FOLDED.has(word)) return 1;
  return NO_FOLDED.has(word) ? 0 : null;
}
