import type * as z from 'zod/mini';

/**
 * Whether a value that was stored as JSON is built as a schema says: lists of what they are lists of, objects with their members. How long
 * a text is, or which words it may be, is left to whoever saves it: what was saved under other rules is still what it was.
 */
export function hasShape(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'default') return value === undefined || hasShape(def.innerType, value);
  if (def.type === 'nullable') return value === null || hasShape(def.innerType, value);
  if (def.type === 'array') return Array.isArray(value) && value.every((one) => hasShape(def.element, one));
  if (def.type === 'union') return def.options.some((option) => hasShape(option, value));
  if (def.type === 'object') {
    if (typeof value !== 'object' || value === null) return false;
    const members = value as Readonly<Record<string, unknown>>;
    return Object.entries(def.shape).every(([name, member]) => hasShape(member, members[name]));
  }
  const isPlain = def.type === 'string' || def.type === 'number' || def.type === 'boolean';
  return isPlain ? typeof value === def.type : value !== null;
}
