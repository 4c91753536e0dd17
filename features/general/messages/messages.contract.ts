import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment } from '#contract/fields.ts';
import { type MessageKind, messageTexts } from '#contract/texts/message-texts.ts';
import type { Section } from '#contract/permission.ts';
import { ImportFailure } from '#features/data/imports/imports.contract.ts';

/** Owners and administrators get all. */
export const messageNeeds: Readonly<Record<MessageKind, Section>> = {
  feedFailed: 'data',
  availabilityFailed: 'data',
  importOnHold: 'data',
  embeddingFailed: 'data',
  diskFull: 'data',
  checkItemRed: 'developer',
  experimentStopped: 'search',
  invitationNotSent: 'access',
};

export const Message = z.object({
  id: Id,
  kind: z.enum(Object.keys(messageTexts) as MessageKind[]),
  /** Parameters of the kind's text. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  failure: z.nullable(ImportFailure),
  /** The screen that helps. */
  address: z.string(),
  created_at: Moment,
});
export type Message = z.output<typeof Message>;

export const listMessages = endpoint('GET /api/messages', {
  needs: 'user',
  summary: 'Lists what the signed-in person should know about the selected project, newest first',
  output: z.array(Message),
});
export const dismissMessage = endpoint('DELETE /api/messages/{id}', {
  needs: 'member',
  summary: 'Takes a message out of the own list; others keep it',
  input: z.object({ id: Id }),
});
