/**
 * Parses CSV with a header row; quoted fields may contain commas, quotes and line breaks.
 *
 * @param {string} text
 * @returns {Record<string, string>[]}
 */
export function parseCsv(text) {
  const rows = [];
  let row = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  const [names = [], ...records] = rows;
  return records.map((fields) => Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ''])));
}
