import { IdColumn, TableColumn, TableEntity, TableIndex } from '../../../database/entities/index.js';
import { CreateTables } from '../../../database/index.js';

/** What an agent wants to hear of in a session: changes of a resource, or messages about its calls. */
@TableEntity('nestpress_agent_subscriptions', { isDerived: true })
@TableIndex('session', ['session'])
export class AgentSubscription {
  @IdColumn()
  id!: number;

  /** Digest of the ID of the session and the user. */
  @TableColumn('varchar(64)')
  session!: string;

  /** Of the resource; empty for messages. */
  @TableColumn('varchar(190)', { default: '' })
  uri!: string;

  /** The state of the resource that the agent knows, or the least level of the messages. */
  @TableColumn('varchar(64)', { default: '' })
  state!: string;

  /** Seconds since 1970. */
  @TableColumn('bigint(20)', { default: 0 })
  expires!: number;
}

export class CreateAgentSubscriptions1763590000001 extends CreateTables {
  readonly entities = [AgentSubscription];
}
