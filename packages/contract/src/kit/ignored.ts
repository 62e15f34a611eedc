import * as z from 'zod';

/** Fields that a save ignores: `true` for the whole field, else fields inside it or its elements. */
export type IgnoredFields = { readonly [field: string]: true | IgnoredFields };

/** Unwraps optional, nullable, default and transformed schemas. */
function unwrapSchema(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapSchema(schema.unwrap());
  if (schema instanceof z.ZodPipe)
    return unwrapSchema(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

/** Unwraps a schema and, for a list, its elements. */
function unwrapElement(schema: unknown): unknown {
  const unwrapped = unwrapSchema(schema);
  return unwrapped instanceof z.ZodArray ? unwrapSchema(unwrapped.element) : unwrapped;
}

/**
 * Finds the fields of an answer that the noun's save does not take, because read-only fields that a client sends back
 * are ignored.
 * @param deep also inside fields that both have; not for endpoints that only create records, where nothing is sent
 * back
 */
export function findIgnoredFields(input: z.ZodRawShape, output: z.ZodRawShape, deep: boolean): IgnoredFields {
  const ignored: Record<string, true | IgnoredFields> = {};
  for (const [field, outputSchema] of Object.entries(output)) {
    const inputShape = unwrapElement(input[field]);
    const outputShape = unwrapElement(outputSchema);
    if (!(field in input)) ignored[field] = true;
    else if (deep && inputShape instanceof z.ZodObject && outputShape instanceof z.ZodObject) {
      const inside = findIgnoredFields(inputShape.shape, outputShape.shape, deep);
      if (Object.keys(inside).length > 0) ignored[field] = inside;
    }
  }
  return ignored;
}

/** Finds the list fields of an input that do not accept null themselves, which a save empties with null. */
export const findListsEmptiedByNull = (input: z.ZodRawShape): readonly string[] =>
  Object.entries(input).flatMap(([field, schema]) =>
    z.safeParse(schema, []).success && !z.safeParse(schema, null).success ? [field] : [],
  );

/** The value without its ignored fields. */
export function dropIgnoredFields(value: unknown, ignored: IgnoredFields): unknown {
  if (Array.isArray(value)) return value.map((item) => dropIgnoredFields(item, ignored));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => {
      const rule = Object.hasOwn(ignored, field) ? ignored[field] : undefined;
      if (rule === true) return [];
      return [[field, rule ? dropIgnoredFields(part, rule) : part]];
    }),
  );
}
