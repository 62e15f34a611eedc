/** Reads a CSV file as a spreadsheet would (RFC 4180): rows of cells, the byte-order mark dropped. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const source = text.replace(/^\ufeff/, '');
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (cell.lastIndex < source.length) {
    const found = cell.exec(source);
    if (!found)
      throw new Error(`no CSV at ${cell.lastIndex}: ${source.slice(cell.lastIndex, cell.lastIndex + 40)}`);
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',' && cell.lastIndex < source.length) rows.push([]);
  }
  return rows;
}
