import * as z from 'zod';
import type { Permission, Resource } from '../permissions.ts';
import type { FailureCode } from './failures.ts';
import { findIgnoredFields, findListsEmptiedByNull, type IgnoredFields } from './ignored.ts';
import { type ListSpec, listInput, pageMeta } from './list.ts';
import type { Noun } from './nouns.ts';

/**
 * Who may call: anyone, any signed-in account, customers for their own records and staff with the permission, or only
 * staff with the permission.
 */
export type Audience = 'public' | 'account' | 'customer' | 'staff';

/**
 * - `list`, `show`: reads; empty values in the body mean 'not given'.
 * - `save`, `remove`, `command`: writes; an empty string means null, unknown fields are refused.
 * - `stream`: answers an endless body (live events).
 */
export type EndpointKind = 'list' | 'show' | 'save' | 'remove' | 'command' | 'stream';

type Access =
  | { readonly audience: 'public' | 'account'; readonly permission: Permission | null }
  | { readonly audience: 'customer' | 'staff'; readonly permission: Permission };

type Facts = Access & {
  /** The path; `{id}` becomes the input's `id`. Odd spellings stay for compatibility. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Text for the API documentation. */
  readonly notes?: string;
  /** Staff with one of these permissions read the short rows (id, name, status) for pick-lists in their forms. */
  readonly pick?: readonly Resource[];
  readonly fails: readonly FailureCode[];
  /** The nouns whose cached reads a write makes stale. */
  readonly invalidates: readonly Noun[];
  /** False when the answer contains a password, code or token, which idempotency must not store. */
  readonly storesAnswer?: boolean;
  /** Secrets that are shown once: idempotency stores 1 in the named field instead of each secret. */
  readonly answersOnce?: Readonly<Record<string, string>>;
  /**
   * The list of a read's answer that may be megabytes long: it is written in parts, so that the process answers others
   * in between.
   */
  readonly longList?: string;
  /** The longest JSON body in bytes, where it is more than that of other calls. */
  readonly maxBytes?: number;
  /** Parts of a multipart body that are saved on disk while the call runs (imports); the rest is JSON. */
  readonly uploads?: readonly string[];
  /** True when the record can be printed; its input then has `printFields`. */
  readonly prints?: true;
  /** 'demo' when the route exists in demo mode only. */
  readonly only?: 'demo';
};

export type Endpoint<
  K extends EndpointKind = EndpointKind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> = Facts & {
  readonly kind: K;
  readonly input: I;
  readonly output: O;
  /** Read-only fields of the noun's show answer, ignored on save so that a client can send back what it got. */
  readonly ignoredFields: IgnoredFields;
  /** The lists of a save that null empties. */
  readonly nullableLists?: readonly string[];
  readonly sorts: readonly string[];
  /** True when the list can be exported as a file. */
  readonly exports: boolean;
  /** The permission that an export needs. */
  readonly exportPermission?: Permission | null;
  /** The public part of a row, when it is less than the whole. */
  readonly publicOutput?: z.ZodType;
  /** The row for pick-lists, when it is more than the name. */
  readonly pickOutput?: z.ZodType;
  /** The meta of a list that contains more than its page. */
  readonly metaOutput?: z.ZodType;
  /** The row of groups, for a list that can also group its records. */
  readonly groupOutput?: z.ZodType;
};

/** Every write accepts these in addition to its own fields. */
const language = { locale: z.enum(['ar', 'en', 'de']).nullish(), all_locale: z.unknown().optional() };

/**
 * Defines a list: `row` is one result; `list` has its filters and sorts. `exports` names the resource whose export
 * permission is required, when it is not the list's own.
 */
export function list<
  F extends z.ZodRawShape,
  S extends string,
  R extends z.ZodType,
  M extends z.ZodType = typeof pageMeta,
>(
  facts: Facts & {
    list: ListSpec<F, S>;
    row: R;
    meta?: M;
    publicRow?: z.ZodType;
    pickRow?: z.ZodType;
    exports?: boolean | Resource;
  },
) {
  const { list: spec, row, meta = pageMeta, publicRow, pickRow, exports = false, ...rest } = facts;
  return {
    ...rest,
    metaOutput: meta as M,
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

/** Defines a read of one record, or a small fixed answer. */
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

/**
 * Defines an endpoint that creates or changes one record and returns it as stored. Fields of `output` that are not in
 * `input` are ignored.
 */
export function save<I extends z.ZodRawShape, O extends z.ZodObject>(facts: Facts & { input: I; output: O }) {
  const { input, ...rest } = facts;
  return {
    ...rest,
    kind: 'save' as const,
    input: z.strictObject({ ...input, ...language }),
    ignoredFields: findIgnoredFields({ ...input, ...language }, facts.output.shape, 'id' in input),
    nullableLists: findListsEmptiedByNull(input),
    sorts: [],
    exports: false,
  };
}

/** Defines a deletion; it answers `{ deleted: 1 }`. */
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

/** Defines an action such as sign in, revoke or assign, which takes its listed fields only. */
export function defineCommand<I extends z.ZodRawShape, O extends z.ZodType>(
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

/** Defines an endless answer; `output` is the data of one event. */
export function defineStream<I extends z.ZodRawShape, O extends z.ZodType>(
  facts: Facts & { input: I; output: O },
) {
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
