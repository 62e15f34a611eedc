import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import excel from 'exceljs';

/** A file as a browser uploads it. */
export type Uploaded = { readonly name: string; readonly bytes: Uint8Array };

type Cell = string | number | Date | null;

/** A workbook of one sheet (or of several by name), as a spreadsheet program would save it. */
export async function workbook(
  sheets: readonly (readonly Cell[])[] | Readonly<Record<string, readonly (readonly Cell[])[]>>,
  name = 'products.xlsx',
): Promise<Uploaded> {
  const book = new excel.Workbook();
  const named = Array.isArray(sheets) ? { Products: sheets as readonly (readonly Cell[])[] } : sheets;
  for (const [title, rows] of Object.entries(named as Record<string, readonly (readonly Cell[])[]>)) {
    const sheet = book.addWorksheet(title);
    for (const row of rows) sheet.addRow([...row]);
  }
  return { name, bytes: new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer) };
}

/** A text table; what needs quotes gets them. */
export const csv = (rows: readonly (readonly Cell[])[], name = 'products.csv'): Uploaded => ({
  name,
  bytes: new TextEncoder().encode(
    rows
      .map((row) =>
        row
          .map((cell) => {
            const text = cell === null ? '' : String(cell);
            return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
          })
          .join(','),
      )
      .join('\r\n'),
  ),
});

/** An EAN-13 of a number that no other test uses, with its right check digit. */
export function ean(number: number): string {
  const digits = String(628_000_000_000 + number);
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

export type Import = typeof api.productImport.show.output._output;
type Answered = { status: number; results: Import & { code: string; params: Record<string, unknown> } };

/** Sends a file to an import endpoint as the wizard does. */
export async function sendFile(
  url: string,
  token: string,
  file: Uploaded | null,
  input: object = {},
  {
    images,
    path = api.productImport.start.path,
    headers = {},
  }: { images?: Uploaded; path?: string; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const body = new FormData();
  body.append('data', JSON.stringify(input));
  const part = ({ bytes }: Uploaded) => new Blob([bytes as Uint8Array<ArrayBuffer>]);
  if (file) body.append('file', part(file), file.name);
  if (images) body.append('images', part(images), images.name);
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  });
  const { results } = (await response.json()) as Answered;
  return { status: response.status, results };
}

const ENDED = ['mapping', 'checked', 'done', 'failed', 'cancelled', 'undone'] as const;

/** Sends a file and waits until it is through. @throws what it was refused with */
export async function importFile(
  url: string,
  token: string,
  file: Uploaded,
  input: object,
  more: Parameters<typeof sendFile>[4] = {},
): Promise<Import> {
  const { results, status } = await sendFile(url, token, file, input, more);
  if (status !== 200) throw new Error(JSON.stringify(results));
  return importIn(url, token, results.id, ENDED);
}

/** Asks until an import is in one of these states; without any, until it waits for nobody but a person. */
export async function importIn(
  url: string,
  token: string,
  id: number,
  states: readonly Import['state'][] = ENDED,
  ms = 60_000,
): Promise<Import> {
  const deadline = Date.now() + ms;
  for (;;) {
    const response = await fetch(`${url}/admin/products/import/show/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => null);
    const body = response?.ok ? ((await response.json()) as { results: Import }) : null;
    if (body && states.includes(body.results.state)) return body.results;
    if (Date.now() > deadline)
      throw new Error(
        `import ${id} is ${JSON.stringify(body?.results ?? response?.status)}, not ${states.join(', ')}`,
      );
    await sleep(50);
  }
}
