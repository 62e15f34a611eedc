import * as z from 'zod';
import type { Permission, Resource } from '../permissions.ts';
import type { FailureCode } from './failures.ts';
import { findIgnoredFields, findNullableLists, type Ignored } from './ignored.ts';
import { type ListSpec, listInput } from './list.ts';
import type { Noun } from './nouns.ts';

/**
 * Who may come in at all (decisions 0.4): anyone, any signed-in account, customers for what is their own and staff with
 * the permission, staff with the permission alone.
 */
export type Audience = 'public' | 'account' | 'customer' | 'staff';

/**
 * - `list`, `show`: reads; empty values in the body mean 'not given'.
 * - `save`, `remove`, `command`: writes; an empty string means null, unknown fields are refused.
 * - `stream`: answers an endless body (live events).
 */
export type Kind = 'list' | 'show' | 'save' | 'remove' | 'command' | 'stream';

type Access =
  | { readonly audience: 'public' | 'account'; readonly permission: Permission | null }
  | { readonly audience: 'customer' | 'staff'; readonly permission: Permission };

type Facts = Access & {
  /** The specification's path, its odd spellings included; `{id}` becomes the input's `id`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What the documentation says besides who may call. */
  readonly notes?: string;
  /** Staff holding one of these read the short rows (id, name, status) for their own forms' pick-lists. */
  readonly pick?: readonly Resource[];
  readonly fails: readonly FailureCode[];
  /** Nouns whose cached reads a write makes stale. */
  readonly invalidates: readonly Noun[];
  /** False where the answer carries a password, code or token: idempotency never keeps it. */
  readonly storesAnswer?: boolean;
  /** Secrets that the answer tells once: idempotency keeps it with a yes in the named field instead of each. */
  readonly answersOnce?: Readonly<Record<string, string>>;
  /** Parts of a multipart body that are kept as files on disk while the call runs (imports); the rest is JSON. */
  readonly uploads?: readonly string[];
  /** Set where the record can be had as a document for paper: its input takes `printFields` (decisions 0.6). */
  readonly prints?: true;
  /** Where 'demo', the route exists in demo mode only. */
  readonly only?: 'demo';
};

export type Endpoint<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> = Facts & {
  readonly kind: K;
  readonly input: I;
  readonly output: O;
  /** Read-only fields of the noun's own show answer: ignored on save, so a client may send back what it got. */
  readonly ignoredFields: Ignored;
  /** Lists of a save that null empties. */
  readonly nullableLists?: readonly string[];
  readonly sorts: readonly string[];
  /** Set where the list can be had as a file (decisions 0.6). */
  readonly exports: boolean;
  /** Who may have it as a file. */
  readonly exportPermission?: Permission | null;
  /** What anyone may see of a row, where that is less than the whole. */
  readonly publicOutput?: z.ZodType;
  /** What pick-lists get of a row, where that is more than its name. */
  readonly pickOutput?: z.ZodType;
};

/** Every write takes these beside its own fields (decisions 0.1). */
const language = { locale: z.enum(['ar', 'en', 'de']).nullish(), all_locale: z.unknown().optional() };

/**
 * A list: `row` is one result; filters and sorts are said in `spec`. `exports` names the resource whose export right
 * is needed where that is not the list's own: some who read a list must not carry it away.
 */
export function list<F extends z.ZodRawShape, S extends string, R extends z.ZodType>(
  facts: Facts & {
    list: ListSpec<F, S>;
    row: R;
    publicRow?: z.ZodType;
    pickRow?: z.ZodType;
    exports?: boolean | Resource;
  },
) {
  const { list: spec, row, publicRow, pickRow, exports = false, ...rest } = facts;
  return {
    ...rest,
    ...(publicRow ? { publicOutput: publicRow } : {}),
    ...(pickRow ? { pickOutput: pickRow } : {}),
    kind: 'list' as const,
    input: listInput(spec),
    output: row,
    ignoredFields: {},
    sorts: spec.sorts,
    exports: exports !== false,
    exportPermission: exportPermissionFor(facts.permission, exports),
  };
}

const exportPermissionFor = (
  permission: Permission | null,
  exports: boolean | Resource,
): Permission | null =>
  permission && exports !== false
    ? { resource: exports === true ? permission.resource : exports, action: 'export' }
    : null;

/** A read of one thing, or a small fixed answer. */
export function show<I extends z.ZodRawShape, O extends z.ZodType>(facts: Facts & { input: I; output: O }) {
  const { input, ...rest } = facts;
  return {
    ...rest,
    kind: 'show' as const,
    input: z.object({ ...input, ...language }),
    ignoredFields: {},
    sorts: [],
    exports: false,
  };
}

/** Creates or changes one record; answers it as stored. Fields of `output` that are not `input` are ignored. */
export function save<I extends z.ZodRawShape, O extends z.ZodObject>(facts: Facts & { input: I; output: O }) {
  const { input, ...rest } = facts;
  return {
    ...rest,
    kind: 'save' as const,
    input: z.strictObject({ ...input, ...language }),
    ignoredFields: findIgnoredFields({ ...input, ...language }, facts.output.shape, 'id' in input),
    nullableLists: findNullableLists(input),
    sorts: [],
    exports: false,
  };
}

/** Deletes; answers `{ deleted: 1 }`. */
export function remove<I extends z.ZodRawShape>(facts: Facts & { input: I }) {
  const { input, ...rest } = facts;
  return {
    ...rest,
    kind: 'remove' as const,
    input: z.strictObject({ ...input, ...language }),
    output: z.object({ deleted: z.literal(1) }),
    ignoredFields: {},
    sorts: [],
    exports: false,
  };
}

/** A true verb (sign in, revoke, assign): takes its listed fields only. */
export function command<I extends z.ZodRawShape, O extends z.ZodType>(
  facts: Facts & { input: I; output: O },
) {
  const { input, ...rest } = facts;
  return {
    ...rest,
    kind: 'command' as const,
    input: z.strictObject({ ...input, ...language }),
    ignoredFields: {},
    sorts: [],
    exports: false,
  };
}

/** An endless answer; `output` is the data of one event. */
export function stream<I extends z.ZodRawShape, O extends z.ZodType>(facts: Facts & { input: I; output: O }) {
  const { input, ...rest } = facts;
  return {
    ...rest,
    kind: 'stream' as const,
    input: z.object({ ...input, ...language }),
    ignoredFields: {},
    sorts: [],
    exports: false,
  };
}
