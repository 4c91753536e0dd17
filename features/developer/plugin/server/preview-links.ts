import type { ProjectScope } from '#server/db/project-table.ts';
import type { Sealing } from '#server/secrets/secrets.ts';

export interface Preview {
  readonly project: ProjectScope;
  /** Links of an earlier one have ended. */
  readonly round: number;
}

const asText = ({ project, round }: Preview, until: string): string => `preview of project ${project.id}, ${round}, ${until}`;
const base = 36;

/** What stands in a preview link. Nothing of it is stored: the server's key says that it has made it, and until when it is good. */
export function previewSecret(sealing: Sealing, preview: Preview, untilMilliseconds: number): string {
  const until = untilMilliseconds.toString(base);
  return `${until}.${sealing.hash(asText(preview, until))}`;
}

export function isPreview(sealing: Sealing, preview: Preview, secret: string, now: number): boolean {
  const [until = '', hash] = secret.split('.');
  return Number.parseInt(until, base) > now && hash === sealing.hash(asText(preview, until));
}

/** When a secret ends that this server has made, in epoch milliseconds. */
export const previewEnd = (secret: string): number => Number.parseInt(secret.split('.')[0] ?? '', base);
