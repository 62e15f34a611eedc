/**
 * Returns for every foreign key a query of the rows whose reference does not exist, because a database that was filled
 * or restored without triggers may have some.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<Record<string, string>>} queries by the sentence that must be true
 */
export async function referencesOf(client) {
  const { rows } = await client.query(`
    SELECT k.conname AS name, k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent,
           (SELECT json_agg(json_build_array(quote_ident(c.attname), quote_ident(p.attname)))
              FROM unnest(k.conkey, k.confkey) AS pair (child, parent)
              JOIN pg_attribute c ON c.attrelid = k.conrelid AND c.attnum = pair.child
              JOIN pg_attribute p ON p.attrelid = k.confrelid AND p.attnum = pair.parent) AS columns
      FROM pg_constraint k
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace ORDER BY k.conname`);
  return Object.fromEntries(
    rows.map(({ name, child, parent, columns }) => {
      const isGiven = columns.map(([column]) => `c.${column} IS NOT NULL`).join(' AND ');
      const isSame = columns.map(([column, of]) => `p.${of} = c.${column}`).join(' AND ');
      return [
        `${name} leads somewhere`,
        `SELECT c.* FROM ${child} c WHERE ${isGiven} AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE ${isSame})`,
      ];
    }),
  );
}
