import { defineFeature } from '../../feature.js';
import { ADMIN_API } from '../admin-api/admin-api.feature.js';
import { IdempotencyModule } from './idempotency.module.js';

/** Writes that clients may repeat. */
export const IDEMPOTENCY = defineFeature({
  name: 'idempotency',
  requires: [ADMIN_API],
  contribute: () => ({ modules: [IdempotencyModule] }),
});
