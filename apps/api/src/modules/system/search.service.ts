import { latinDigits } from '@dukkan/commerce';
import { api, type Noun, nounPermission } from '@dukkan/contract';
import type * as z from 'zod';
import { passes, permissionsOf } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import type { Page } from '../../core/page.ts';
import { listBranches } from '../branch/index.ts';
import { listAccounts, listRoles } from '../identity/index.ts';

type Hit = z.output<typeof api.system.search.output>[number];

/** Hits shown of each noun. */
const EACH = 8;

const byName = { limit: EACH, sort_by: 'name', sort_as: 'asc' } as const;

type Asked = { readonly keywords: string } | { readonly id: number };

/** How each noun is looked up: by its own list, so that its rights, scope and spelling rules hold here too. */
const look: readonly { noun: Noun; find: (ctx: Ctx, asked: Asked) => Promise<Hit[]> }[] = [
  {
    noun: 'account',
    find: async (ctx, asked) => {
      const found = await listAccounts(ctx, api.account.list.input.parse({ ...asked, ...byName }));
      return hits('account', found, (row) => ({
        title: row.name,
        subtitle: [row.role_title, row.phone ?? row.email].filter(Boolean).join(' · '),
      }));
    },
  },
  {
    noun: 'branch',
    find: async (ctx, asked) => {
      const found = await listBranches(ctx, api.branch.list.input.parse({ ...asked, ...byName }));
      return hits('branch', found, (row) => ({
        title: row.name,
        subtitle: [row.no, row.city_name].filter(Boolean).join(' · '),
      }));
    },
  },
  {
    noun: 'role',
    find: async (ctx, asked) => {
      const found = await listRoles(
        ctx,
        api.role.list.input.parse({ ...asked, ...byName, sort_by: 'title' }),
      );
      return hits('role', found, (row) => ({ title: row.title, subtitle: '' }));
    },
  },
];

function hits<R extends { id: number; status: number }>(
  noun: Noun,
  { rows }: Page<R>,
  words: (row: R) => { title: string; subtitle: string },
): Hit[] {
  return rows.map((row) => ({ noun, id: row.id, status: row.status, ...words(row) }));
}

/** The number in '12' or '#12', Arabic digits too; null where it is no id. */
function idIn(keywords: string): number | null {
  const found = /^#?([1-9]\d{0,8})$/.exec(latinDigits(keywords).trim());
  return found ? Number(found[1]) : null;
}

/**
 * Records for the command palette, at most eight of each noun: a number finds that record first, then names, phones
 * and e-mails as their lists find them. Nouns that the caller may not view are not looked at.
 */
export async function search(ctx: Ctx, input: { keywords?: string | undefined }): Promise<Hit[]> {
  const keywords = input.keywords ?? '';
  if (keywords.trim() === '') return [];
  const id = idIn(keywords);
  const found: Hit[] = [];
  for (const { noun, find } of look) {
    const permission = nounPermission[noun];
    if (!permission || !passes(permissionsOf(ctx), permission)) continue;
    const byId = id === null ? [] : await find(ctx, { id });
    const byWords = await find(ctx, { keywords: keywords.replace(/^#/, '') });
    found.push(...[...byId, ...byWords.filter((hit) => hit.id !== id)].slice(0, EACH));
  }
  return found;
}
