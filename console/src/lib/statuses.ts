import { labelFor, t } from '../texts';
import { type ContentType } from './types';

export const statusLabel = ({ members }: ContentType, status: string): string =>
  members.status?.choices?.[status] ?? labelFor(t.status, status) ?? status;
