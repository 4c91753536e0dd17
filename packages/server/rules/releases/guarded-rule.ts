import type { Rule } from '#engine/query/pipeline.ts';

/** A rule that fails on a query leaves it as it is: what is wrong with one kind of rule is no reason to find nothing. */
export function guarded(rule: Rule, tell: (error: unknown) => void): Rule {
  let isTold = false;
  const orElse = <Result>(result: Result, error: unknown): Result => {
    if (!isTold) tell(error);
    isTold = true;
    return result;
  };
  const { suggest, hides } = rule;
  return {
    stage: rule.stage,
    apply(draft) {
      try {
        return rule.apply(draft);
      } catch (error) {
        return orElse(draft, error);
      }
    },
    ...(suggest && {
      suggest(typed: string, limit: number) {
        try {
          return suggest(typed, limit);
        } catch (error) {
          return orElse([], error);
        }
      },
    }),
    ...(hides && { hides }),
  };
}
