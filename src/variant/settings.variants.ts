/** How settings differ between the variants. */
export interface SettingsDialect {
  /** A stored setting that violates its own enum or format is shown as null, not only one that is not a scalar. */
  readonly nullsInvalidSettings: boolean;
}

export const SETTINGS_A: SettingsDialect = { nullsInvalidSettings: true };

export const SETTINGS_B: SettingsDialect = { nullsInvalidSettings: false };
