import * as z from 'zod';

/** Fields that a save leaves out of what it is sent: `true` the whole field, else fields inside of it or of its elements. */
export type Ignored = { readonly [field: string]: true | Ignored };

/** What a schema is about, without what may be absent, empty or changed on its way in. */
function core(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return core(schema.unwrap());
  if (schema instanceof z.ZodPipe) return core(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

/** The same of the elements where it is a list. */
function element(schema: unknown): unknown {
  const about = core(schema);
  return about instanceof z.ZodArray ? core(about.element) : about;
}

/**
 * The fields of an answer that the input of its save does not know, by the shapes of both (decisions 0.1: read-only
 * fields of the noun's own show answer are ignored on save).
 * @param deep inside of fields that both know too; not for what only makes records, where nothing is sent back
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

/** The lists among the fields of an input that null empties (decisions 0.1), where the field itself does not take it. */
export const findNullableLists = (input: z.ZodRawShape): readonly string[] =>
  Object.entries(input).flatMap(([field, schema]) =>
    z.safeParse(schema, []).success && !z.safeParse(schema, null).success ? [field] : [],
  );

/** What was sent, without what is ignored. */
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
