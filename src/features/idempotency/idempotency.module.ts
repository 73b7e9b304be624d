import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/index.js';
import {
  AddIdempotencyQuotas1763470000000,
  CreateIdempotencyKeys1763351000000,
  IdempotencyKey,
} from './idempotency-key.entity.js';
import { IdempotencyKeysStore } from './idempotency-keys.store.js';
import { IdempotencyService } from './idempotency.service.js';

/** Writes that clients may repeat (`Idempotency-Key`). */
@Module({
  imports: [
    DatabaseModule.forFeature(
      [IdempotencyKey],
      [CreateIdempotencyKeys1763351000000, AddIdempotencyQuotas1763470000000],
    ),
  ],
  providers: [IdempotencyKeysStore, IdempotencyService],
})
export class IdempotencyModule {}
