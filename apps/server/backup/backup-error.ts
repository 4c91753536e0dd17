/** Why nothing is backed up or restored. The message is whole sentences that say what to do. */
export class BackupError extends Error {}
