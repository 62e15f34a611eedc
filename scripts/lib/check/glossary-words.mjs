import { readFileSync } from 'node:fs';
import { repoPath } from '../paths.mjs';

const LANGUAGES = { Arabic: 'ar', English: 'en', German: 'de' };
const FIRST_LINE = '| language | not | but | except |';
/** Arabic writes "and", "in", "for" and the article together with the noun. */
const ARABIC_PREFIX = '(?:[وف]?[بلك]?(?:ال|ل)?)';
const letterBefore = '(?<![\\p{L}\\p{M}\\p{N}])';
const letterAfter = '(?![\\p{L}\\p{M}\\p{N}])';

/** Words that a person may type in search, in whatever name they know. */
export function isSearchWords(key) {
  return /^elsewhere\.palette:(?:page|new)_words\./.test(key);
}

/** Builds the pattern of one word or phrase; a star at the end stands for any ending. */
export function toWordPattern(language, word) {
  const isOpen = word.endsWith('*');
  const text = (isOpen ? word.slice(0, -1) : word).replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const prefix = language === 'ar' ? ARABIC_PREFIX : '';
  return new RegExp(`${letterBefore}${prefix}${text}${isOpen ? '' : letterAfter}`, 'iu');
}

/**
 * Reads the words that no text uses from the glossary's second table.
 * @returns {{ language: string, word: string, instead: string, except: Set<string>, pattern: RegExp }[]}
 */
export function readForbiddenWords(text = readFileSync(repoPath('docs/glossary.md'), 'utf8')) {
  const lines = text.split('\n');
  const start = lines.indexOf(FIRST_LINE);
  if (start === -1) throw new Error(`docs/glossary.md: no table begins with ${FIRST_LINE}`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end === -1 ? undefined : end).flatMap((row) => {
    const [name, words, instead, except] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const language = LANGUAGES[name];
    if (!language) throw new Error(`docs/glossary.md: no language is called ${name}`);
    const keys = new Set([...except.matchAll(/`([^`]+)`/g)].map((match) => match[1]));
    return words.split(/[,،]/).map((part) => {
      const word = part.trim();
      return { language, word, instead, except: keys, pattern: toWordPattern(language, word) };
    });
  });
}

/** Lists the texts that use a word which the glossary gives another name, and exceptions that nothing needs. */
export function listForbiddenWords(namespaces, words = readForbiddenWords()) {
  const found = [];
  const unused = new Set(words.flatMap(({ except }) => [...except]));
  for (const namespace of namespaces) {
    for (const { language, word, instead, except, pattern } of words) {
      for (const [key, text] of namespace.texts[language] ?? []) {
        if (isSearchWords(key) || !pattern.test(String(text))) continue;
        const name = `${namespace.name}:${key}`;
        if (except.has(name)) unused.delete(name);
        else found.push(`${namespace.file(language)}: ${key} says "${word}"; the glossary says ${instead}`);
      }
    }
  }
  for (const name of unused) found.push(`docs/glossary.md: the exception ${name} is not needed`);
  return found;
}
