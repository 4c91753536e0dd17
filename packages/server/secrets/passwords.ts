import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's defaults, which follow OWASP: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let unusedHash: Promise<string> | null = null;

/** Takes as long for `null`, so that unknown addresses can't be timed. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  unusedHash ??= hash('no one has this password');
  const isRight = await verify(passwordHash ?? (await unusedHash), password);
  return isRight && passwordHash !== null;
}
