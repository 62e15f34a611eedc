import { describe, expect, it } from 'vitest';
import { listForbiddenWords, readForbiddenWords, toWordPattern } from './glossary-words.mjs';

const GLOSSARY = [
  '| language | not | but | except |',
  '| --- | --- | --- | --- |',
  '| English | POS session*, shipping | till session, delivery | `order:value.2` |',
  '| Arabic | صندوق* | نقطة بيع | |',
  '| German | Lade | Kassenlade | |',
  '',
  '| English | ignored | nothing | |',
].join('\n');

const toNamespace = (language: string, texts: Record<string, string>) => ({
  name: 'order',
  file: (code: string) => `${code}/order.json`,
  texts: { [language]: new Map(Object.entries(texts)) },
});

const listFor = (language: string, texts: Record<string, string>) =>
  listForbiddenWords(
    [toNamespace(language, texts)],
    readForbiddenWords(GLOSSARY).map((word) => ({ ...word, except: new Set<string>() })),
  );

describe('words that the glossary gives another name', () => {
  it('a forbidden word is named with its text and with the word to use', () => {
    expect(listFor('en', { title: 'Open POS sessions' })).toEqual([
      'en/order.json: title says "POS session*"; the glossary says till session, delivery',
    ]);
  });

  it.each(['الصندوق', 'بصندوق', 'والصندوق', 'للصندوق', 'صندوقك', 'لصندوق'])(
    'the Arabic word is found in %s, with its article, preposition and ending',
    (text) => {
      expect(listFor('ar', { title: `فتح ${text} الآن` })).toHaveLength(1);
    },
  );

  it('a word inside of another word is not meant', () => {
    expect(listFor('de', { title: 'Die Kassenlade der Ladenkasse' })).toEqual([]);
    expect(toWordPattern('en', 'POS').test('Position')).toBe(false);
  });

  it('the words by which a person searches a page may be any', () => {
    expect(listFor('en', { 'elsewhere.palette:page_words.pos_sessions': 'POS sessions' })).toEqual([]);
  });

  it('an exception of the table is allowed, and named once nothing needs it', () => {
    const words = readForbiddenWords(GLOSSARY);
    expect(listForbiddenWords([toNamespace('en', { 'value.2': 'In shipping' })], words)).toEqual([]);
    expect(listForbiddenWords([toNamespace('en', { 'value.2': 'Sent' })], words)).toEqual([
      'docs/glossary.md: the exception order:value.2 is not needed',
    ]);
  });
});
