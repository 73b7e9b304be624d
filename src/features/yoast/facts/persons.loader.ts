import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type FieldSource } from '../../../content-model/index.js';
import { Database, metaRows } from '../../../database/index.js';
import { authorLink, avatarUrls, type User, UsersStore } from '../../../modules/users/index.js';
import { CONFIG, type Config } from '../../../platform/config/index.js';
import { type Site, SiteService } from '../../../site/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { type HeadPerson, type OwnValues, PROFILE_KEYS } from '../head/subject.js';

/** Values for the head of an author's archive, by the names that entries have for them. */
const OWN_KEYS = { wpseo_title: 'title', wpseo_metadesc: 'metadesc' } as const;
const HIDDEN_KEY = 'wpseo_noindex_author';
const PRONOUNS_KEY = 'wpseo_pronouns';
const KEYS = [...PROFILE_KEYS, ...Object.keys(OWN_KEYS), HIDDEN_KEY, PRONOUNS_KEY];

const SMALL_AVATAR = '96';
const PORTRAIT_SIZE = '500';

export interface LoadedPerson {
  readonly person: HeadPerson;
  readonly own: OwnValues;
  /** Whether search engines are asked not to list the author's archive. */
  readonly isHidden: boolean;
}

/** Authors with their profiles, in a constant number of queries. */
@Injectable()
export class PersonsLoader implements FieldSource {
  readonly name = 'persons';
  private readonly key: string;

  constructor(
    private readonly users: UsersStore,
    private readonly db: Database,
    private readonly sites: SiteService,
    @Inject(CONFIG) { keys: { authKey = '', authSalt = '' } }: Config,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {
    this.key = authKey + authSalt;
  }

  async load(site: Site, ids: readonly number[]): Promise<Map<number, LoadedPerson>> {
    const unique = [...new Set(ids)].filter((id) => id > 0);
    const [users, rows] = await Promise.all([
      this.users.byIds(unique),
      metaRows(this.db, this.db, 'user', unique, KEYS),
    ]);
    const metas = new Map<number, Map<string, string>>();
    for (const { owner, key, value } of rows) {
      const meta = metas.get(Number(owner)) ?? new Map<string, string>();
      if (!meta.has(key!)) meta.set(key!, value ?? '');
      metas.set(Number(owner), meta);
    }
    return new Map([...users].map(([id, user]) => [id, this.personOf(site, user, metas.get(id) ?? new Map())]));
  }

  /** Everything that is loaded of them, as most of it has no versions. */
  async versions(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const persons = await this.load(await this.sites.current(), ids);
    return new Map(
      [...persons].map(([id, { person, own, isHidden }]) => [
        id,
        JSON.stringify([person, [...person.profiles], [...own], isHidden]),
      ]),
    );
  }

  private personOf(site: Site, user: User, meta: ReadonlyMap<string, string>): LoadedPerson {
    const avatar = avatarUrls(user.email, site, this.profile.users)?.[SMALL_AVATAR];
    const own = Object.entries(OWN_KEYS).flatMap(([key, name]) => {
      const value = meta.get(key) ?? '';
      return value === '' || value === '0' ? [] : [[name, value] as const];
    });
    return {
      own: new Map(own),
      isHidden: meta.get(HIDDEN_KEY) === 'on',
      person: {
        id: user.id,
        name: user.displayName,
        description: user.description,
        url: user.url,
        node: `${site.home}/#/schema/person/${this.hash(`${user.login}${user.id}`)}`,
        archive: authorLink(user, site),
        ...(typeof avatar === 'string' && {
          avatar,
          portrait: avatar
            .replace(`s=${SMALL_AVATAR}`, `s=${PORTRAIT_SIZE}`)
            .replace(/^http:\/\/\d\.gravatar/, 'https://secure.gravatar'),
        }),
        firstName: user.firstName,
        lastName: user.lastName,
        pronouns: meta.get(PRONOUNS_KEY) ?? '',
        profiles: new Map(PROFILE_KEYS.map((key) => [key, meta.get(key) ?? ''])),
      },
    };
  }

  /** As WordPress names a person, given its keys; without them, the same person still has the same name everywhere. */
  private hash(text: string): string {
    return createHmac('md5', this.key).update(text).digest('hex');
  }
}
