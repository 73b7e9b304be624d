import { Arg } from '../../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { Item } from '../../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, DELETABLE, RestController, Route } from '../../../rest/route/route.decorators.js';
import { EntriesAdminPolicy } from './entries.admin.policy.js';
import { type EntryLock, EntryLocksService } from './entry-locks.service.js';

const LOCK = new ResourceFields('entry-lock', {
  id: { description: 'Entry ID.', type: 'integer', readonly: true },
  holder: {
    description: 'The user who edits the entry; null without one.',
    type: ['object', 'null'],
    readonly: true,
    properties: {
      id: { type: 'integer', description: 'User ID.' },
      name: { type: 'string', description: 'Display name.' },
      is_me: { type: 'boolean', description: 'Whether this is the requester.' },
    },
  },
  time: { description: 'When the lock was renewed, in seconds since 1970.', type: 'integer', readonly: true },
});

class LockDto {
  @Arg({ type: 'integer', required: true, description: 'Entry ID.' })
  id!: number;
}

class ClaimDto extends LockDto {
  @Arg({ type: 'boolean', default: false, description: 'Whether to take the entry over from whoever edits it.' })
  take!: boolean;
}

/** Who edits an entry. Editors renew the lock once a minute; it expires after two and a half. */
@RestController({ namespace: 'nestpress/v1', base: '/entries', fields: LOCK })
export class EntryLocksController {
  constructor(private readonly locks: EntryLocksService) {}

  @Route({
    methods: CREATABLE,
    path: '/(?P<id>[\\d]+)/lock',
    args: ClaimDto,
    can: can(EntriesAdminPolicy, 'editEntry'),
  })
  async claim(@Ctx() { site, principal }: RequestContext, @Args() { id, take }: ClaimDto): Promise<Item> {
    return present(await this.locks.claim(site, principal, id, take));
  }

  @Route({
    methods: DELETABLE,
    path: '/(?P<id>[\\d]+)/lock',
    args: LockDto,
    can: can(EntriesAdminPolicy, 'editEntry'),
  })
  async release(@Ctx() { site, principal }: RequestContext, @Args() { id }: LockDto): Promise<Item> {
    return present(await this.locks.release(site, principal, id));
  }
}

function present({ id, holder, time }: EntryLock): Item {
  return new Item({ id, holder: holder && { id: holder.id, name: holder.name, is_me: holder.isRequester }, time });
}
