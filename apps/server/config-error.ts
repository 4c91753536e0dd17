/** The message is one sentence that says what to do. */
export class ConfigError extends Error {}
