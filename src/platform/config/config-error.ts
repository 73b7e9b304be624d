/** Invalid configuration; the message is a sentence that names the variable. */
export class ConfigError extends Error {}
