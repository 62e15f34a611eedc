import { expect } from 'vitest';
import type { TestApp } from '../app.ts';

/** What must be true of any database, whatever happened to it: each query answers the rows that break it. */
const BREACHES: Readonly<Record<string, string>> = {
  'an active administrator is left': `
    SELECT 1 AS breach WHERE NOT EXISTS (
      SELECT 1 FROM account a JOIN role r ON r.id = a.role_id
       WHERE a.deleted_at IS NULL AND a.status = 1 AND r.deleted_at IS NULL AND r.status = 1
         AND 'admin' = ANY(r.permissions))`,
  'no place stands below itself': `
    WITH RECURSIVE up AS (
      SELECT id, parent_id FROM location WHERE parent_id IS NOT NULL
      UNION SELECT up.id, l.parent_id FROM up JOIN location l ON l.id = up.parent_id WHERE l.parent_id IS NOT NULL
    ) SELECT id FROM up WHERE id = parent_id`,
  'no living account holds a deleted role': `
    SELECT a.id FROM account a JOIN role r ON r.id = a.role_id
     WHERE a.deleted_at IS NULL AND r.deleted_at IS NOT NULL`,
  'no living account belongs to a deleted branch': `
    SELECT a.id FROM account a JOIN branch b ON b.id = a.branch_id
     WHERE a.deleted_at IS NULL AND b.deleted_at IS NOT NULL`,
  'no disabled or deleted account has a living session': `
    SELECT s.id FROM session s JOIN account a ON a.id = s.account_id
     WHERE s.revoked_at IS NULL AND (a.deleted_at IS NOT NULL OR a.status = 0)`,
  'no code was used twice or after its fifth try': `
    SELECT handle FROM code_request WHERE tries > 5`,
  'no audit row is sealed twice or out of order': `
    SELECT s.chain_no FROM audit_seal s JOIN audit_seal later ON later.chain_no = s.chain_no + 1
     WHERE later.prev_hash <> s.hash`,
  'no category stands below itself, or below what is deleted': `
    WITH RECURSIVE down AS (
      SELECT id FROM category WHERE id = 1 AND deleted_at IS NULL
      UNION SELECT c.id FROM down JOIN category c ON c.parent_id = down.id WHERE c.deleted_at IS NULL
    ) SELECT id FROM category WHERE deleted_at IS NULL AND id NOT IN (SELECT id FROM down)`,
  'no living product is in a deleted category, of a deleted brand or taxed by a deleted type': `
    SELECT p.id FROM product p
      LEFT JOIN brand b ON b.id = p.brand_id LEFT JOIN tax_type t ON t.id = p.tax_type_id
     WHERE p.deleted_at IS NULL AND (b.deleted_at IS NOT NULL OR t.deleted_at IS NOT NULL OR EXISTS (
       SELECT 1 FROM product_category l JOIN category c ON c.id = l.category_id
        WHERE l.product_id = p.id AND c.deleted_at IS NOT NULL))`,
  'a living product has a living item, a deleted one none that is scanned': `
    SELECT p.id FROM product p WHERE (p.deleted_at IS NULL) <> EXISTS (
      SELECT 1 FROM product_item i WHERE i.product_id = p.id AND i.deleted_at IS NULL
        AND (p.deleted_at IS NULL OR i.barcode IS NOT NULL))`,
  'there is one row of settings at most': `SELECT count(*) FROM setting HAVING count(*) > 1`,
};

/** The invariants of promises.md: run after every race, crash and fuzz. */
export async function expectSound(app: TestApp, ...except: readonly string[]): Promise<void> {
  for (const [name, sql] of Object.entries(BREACHES)) {
    if (except.includes(name)) continue;
    const { rows } = await app.services.database.pool.query(sql);
    expect(rows, name).toEqual([]);
  }
}
