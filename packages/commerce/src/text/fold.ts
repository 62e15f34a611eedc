const ARABIC_INDIC_ZERO = 0x0660;
const PERSIAN_ZERO = 0x06f0;

// Code points and ranges instead of \p{M}, because PostgreSQL's regular expressions have no Unicode classes and the
// database folds with the same list: combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic (harakat, hamza,
// madda), tatweel and invisible characters.
const DROPPED = createRangeRegex(
  '0300-036f 0483-0489 0591-05bd 05bf 05c1 05c2 05c4 05c5 05c7 0610-061a 0640 064b-065f 0670 06d6-06dc 06df-06e4',
  '06e7 06e8 06ea-06ed 08d3-08e1 08e3-08ff 1ab0-1aff 1dc0-1dff 20d0-20ff fe20-fe2f 00ad 061c 200b-200f 202a-202e',
  '2060-2069 feff',
);
const SPACES = createRangeRegex('0009-000d 0020 0085 00a0 1680 2000-200a 2028 2029 202f 205f 3000');
const FORMS: Readonly<Record<string, string>> = {
  آ: 'ا',
  أ: 'ا',
  إ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ς: 'σ',
  ß: 'ss',
};

/** Converts Arabic-Indic (٠-٩) and Persian (۰-۹) digits to Latin; other characters stay. */
export function toLatinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_INDIC_ZERO));
  });
}

/**
 * The searchable form of a text, which ignores case, accents, Arabic letter forms (أإآا, ى ي, ة ه), tatweel, harakat,
 * digit sets, ß and runs of spaces. The SQL function `fold(text)` does the same with the same lists; change both
 * together.
 */
export function foldForSearch(text: string): string {
  // marks are removed before normalisation too, because sorting 100,000 of them would take seconds
  return toLatinDigits(text.replace(DROPPED, '').normalize('NFKD').replace(DROPPED, '').toLowerCase())
    .replace(/[آأإٱىةςß]/g, (letter) => FORMS[letter] ?? letter)
    .replace(SPACES, ' ')
    .trim();
}

function createRangeRegex(...ranges: string[]): RegExp {
  const escaped = ranges
    .join('')
    .replace(/ /g, '')
    .replace(/[0-9a-f]{4}/g, '\\u$&');
  return new RegExp(`[${escaped}]+`, 'g');
}
