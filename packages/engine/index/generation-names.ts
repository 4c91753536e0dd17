import { randomBytes } from 'node:crypto';
import { InvalidNameError } from '#engine/port-errors.ts';

export const nameForm = /^[a-z0-9-]{1,100}$/;

/** Names become folders and indices, so anything but small letters, digits and hyphens is refused. */
export function checkName(name: string): string {
  if (!nameForm.test(name)) throw new InvalidNameError(`"${name}" is not a name of small letters, digits and hyphens.`);
  return name;
}

/** Names sort by time; the random part keeps two builds of one millisecond apart. */
export function newGenerationName(): string {
  return `g${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;
}
