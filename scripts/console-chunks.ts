/** Chunk entries in load order. */
const entries: readonly (readonly [name: string, file: RegExp])[] = [
  ['first', /\/apps\/console\/main\.ts$/],
  ['base', /\/apps\/console\/start\.tsx$/],
  ['public', /\/account\/screen\/login\.page\.tsx$/],
  ['guest', /\/(?:register|confirm|set-up|provider-return|email-change|password-reset|invitation|weekly-report-off)\.page\.tsx$/],
  ['shell', /\/apps\/console\/console\.tsx$/],
];
/** Shared by most screens; libraries of few screens stay out. */
const shared =
  /\/packages\/(?:ui|contract)\/|\/node_modules\/(?:@mantine\/(?:core|hooks|form)|fast-deep-equal|lucide-react|zod|@tanstack|react-number-format)\//;

/**
 * Few chunks, because each costs a request and small files compress badly. A chunk holds everything its entry imports that no earlier
 * chunk has, so chunks import only earlier ones.
 */
export const chunkGroups = [
  ...entries.map(([name, test], at) => ({ name, test, priority: entries.length + 1 - at })),
  { name: 'kit', test: shared, minShareCount: 2, priority: 1 },
];
