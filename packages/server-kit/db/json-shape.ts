import type * as z from 'zod/mini';

/**
 * Whether a value that was stored as JSON is built as a schema says: lists of what they are lists of, objects with their members. How long
 * a text is, or which words it may be, is left to whoever saves it: what was saved under other rules is still what it was.
 */
export function hasShape(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
      return value === undefined || hasShape(def.innerType, value);
    case 'nullable':
      return value === null || hasShape(def.innerType, value);
    case 'array':
      return Array.isArray(value) && value.every((one) => hasShape(def.element, one));
    case 'object': {
      if (typeof value !== 'object' || value === null) return false;
      const members: Readonly<Record<string, unknown>> = { ...value };
      return Object.entries(def.shape).every(([name, member]) => hasShape(member, members[name]));
    }
    case 'union':
      return def.options.some((option) => hasShape(option, value));
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === def.type;
    default:
      return value !== null;
  }
}
