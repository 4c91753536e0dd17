/**
 * Ways to take a journey that does the same in each of them, such as in another language: the first on every change, all of them at night.
 * `every-screen.e2e.ts` looks at each screen in both languages every time.
 */
export const firstByDay = <const Way>(...ways: readonly Way[]): readonly Way[] =>
  process.env['AISLE_TEST_EVERYTHING'] === undefined ? ways.slice(0, 1) : ways;
