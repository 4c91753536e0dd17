import type { Problem } from '#contract/errors.ts';
import { readStored, writeStored } from '#ui/state/stored.ts';

/** Keeps what the server refused the session with, for the page that tells it; nothing forgets it. */
export const keepVerifyProblems = (problems: readonly Problem[]): void =>
  writeStored('verifyProblems', problems.length > 0 ? JSON.stringify(problems) : null, 'tab');

/** What this tab was last told when its session was checked, and it hasn't been let in since. */
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
