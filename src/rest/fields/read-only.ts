/** Schemas of members that clients only read. */
export const text = (description: string) => ({ description, type: 'string' as const, readonly: true });

export const integer = (description: string) => ({ description, type: 'integer' as const, readonly: true });

/** Null if it has not happened. */
export const dateTime = (description: string) => ({ ...text(description), format: 'date-time', nullable: true });
