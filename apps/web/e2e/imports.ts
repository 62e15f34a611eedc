import { clientAt } from './client.ts';

const MAPPING = { barcode: 'A', 'names.en': 'B', category: 'C', price: 'D' };
const PAUSE = 150;
const PATIENCE = 400;

/** Uploads a table with named columns, and waits until the import is in the requested state. @returns its id */
export async function importFile(
  url: string,
  token: string,
  rows: readonly string[],
  until: 'checked' | 'done',
): Promise<number> {
  const form = new FormData();
  form.append('data', JSON.stringify({ mapping: MAPPING, dry_run: until === 'checked' }));
  form.append('file', new Blob([['EAN,Name,Category,Price', ...rows].join('\n')]), 'supplier.csv');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/admin/products/import`, { method: 'POST', headers, body: form });
  const { results } = (await answer.json()) as { results: { id: number } };
  const { productImport } = clientAt(url, token);
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const { results: now } = await productImport.show({ id: results.id });
    if (now.state === until) return now.id;
    if (now.state === 'failed') throw new Error(now.message);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new Error(`The import never was ${until}.`);
}
