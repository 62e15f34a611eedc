import * as z from 'zod';

/** Fields that a save ignores: `true` for the whole field, else fields inside it or its elements. */
export type Ignored = { readonly [field: string]: true | Ignored };

/** Unwraps optional, nullable, default and transformed schemas. */
function core(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return core(schema.unwrap());
  if (schema instanceof z.ZodPipe) return core(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

/** Unwraps a schema and, for a list, its elements. */
function element(schema: unknown): unknown {
  const about = core(schema);
  return about instanceof z.ZodArray ? core(about.element) : about;
}

/**
 * Finds the fields of an answer that the noun's save does not take, because read-only fields that a client sends back
 * are ignored.
 * @param deep also inside fields that both have; not for endpoints that only create records, where nothing is sent
 * back
 */
export function findIgnoredFields(input: z.ZodRawShape, output: z.ZodRawShape, deep: boolean): Ignored {
  const ignored: Record<string, true | Ignored> = {};
  for (const [field, answered] of Object.entries(output)) {
    const taken = element(input[field]);
    const shown = element(answered);
    if (!(field in input)) ignored[field] = true;
    else if (deep && taken instanceof z.ZodObject && shown instanceof z.ZodObject) {
      const inside = findIgnoredFields(taken.shape, shown.shape, deep);
      if (Object.keys(inside).length > 0) ignored[field] = inside;
    }
  }
  return ignored;
}

/** Finds the list fields of an input that do not accept null themselves, which a save empties with null. */
export const findNullableLists = (input: z.ZodRawShape): readonly string[] =>
  Object.entries(input).flatMap(([field, schema]) =>
    z.safeParse(schema, []).success && !z.safeParse(schema, null).success ? [field] : [],
  );

/** The value without its ignored fields. */
export function withoutIgnored(value: unknown, ignored: Ignored): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutIgnored(one, ignored));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => {
      const rule = Object.hasOwn(ignored, field) ? ignored[field] : undefined;
      if (rule === true) return [];
      return [[field, rule ? withoutIgnored(part, rule) : part]];
    }),
  );
}
