import { type EntityMetadata, type EntitySubscriberInterface, EventSubscriber, type QueryRunner } from 'typeorm';

interface Write {
  queryRunner: QueryRunner;
  metadata: EntityMetadata;
}

/** The full names of the tables that the entity manager of this query runner writes to from now on. */
export function collectWrittenTables(runner: QueryRunner): Set<string> {
  const written = new Set<string>();
  runner.data = { written };
  return written;
}

/** TypeORM announces every write of an entity manager, repository or query builder here before it runs. */
@EventSubscriber()
export class WrittenTables implements EntitySubscriberInterface {
  beforeInsert(write: Write): void {
    note(write);
  }

  beforeUpdate(write: Write): void {
    note(write);
  }

  beforeRemove(write: Write): void {
    note(write);
  }

  beforeSoftRemove(write: Write): void {
    note(write);
  }

  beforeRecover(write: Write): void {
    note(write);
  }
}

function note({ queryRunner, metadata }: Write): void {
  (queryRunner.data as { written?: Set<string> }).written?.add(metadata.tableName);
}
