import type { Problem } from '#contract/errors.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

export const keepVerifyProblems = (problems: readonly Problem[]): void =>
  writeStored('verifyProblems', problems.length > 0 ? JSON.stringify(problems) : null, 'tab');

export function verifyProblems(): readonly Problem[] {
  try {
    const stored: unknown = JSON.parse(readStored('verifyProblems', 'tab') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isProblem) : [];
  } catch {
    return [];
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value && typeof value.message === 'string';
