/** Why there is no backup, as a sentence. */
export class BackupError extends Error {}
