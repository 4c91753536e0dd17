import * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';

type Fields<Name extends string> = Readonly<Record<Name, unknown>>;
/** Two fields of a form; what is wrong stands at the second, also while others are wrong. */
export const identical = <Name extends string>(first: Name, second: Name, error: ErrorCode = 'notIdentical') =>
  z.refine<Fields<Name>>((fields) => fields[first] === fields[second], { error, path: [second], when: () => true });
export const different = <Name extends string>(first: Name, second: Name, error: ErrorCode = 'notDifferent') =>
  z.refine<Fields<Name>>((fields) => fields[first] !== fields[second], { error, path: [second], when: () => true });
