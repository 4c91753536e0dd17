import * as z from 'zod/mini';
import { shortTextLength } from '#contract/fields.ts';

export const MailedToken = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(shortTextLength));
