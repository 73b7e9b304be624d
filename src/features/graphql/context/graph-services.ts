import { Inject, Injectable } from '@nestjs/common';
import { RolesStore, UserMetaStore } from '../../../access/index.js';
import { EntryScopesStore } from '../../../hooks/index.js';
import { ArchiveAddressesService, FormerAddressesService } from '../../../modules/addresses/index.js';
import { CommentLinksLoader, CommentsPolicy, CommentsService, CommentsStore } from '../../../modules/comments/index.js';
import {
  AddressesStore,
  DueEntriesStore,
  EntriesStore,
  EntryRenderer,
  EntryTemplatesService,
  PermalinksLoader,
} from '../../../modules/entries/index.js';
import { MetaStore } from '../../../modules/meta/index.js';
import { MenuItemsLoader, MenuLocationsService } from '../../../modules/menus/index.js';
import { TokensService } from '../../../modules/tokens/index.js';
import { TermsStore } from '../../../modules/terms/index.js';
import { UsersStore } from '../../../modules/users/index.js';
import { Database } from '../../../database/index.js';
import { ContentService } from '../../../modules/content/index.js';
import { SiteService } from '../../../site/index.js';
import { WorkInTurns } from '../../../text/index.js';
import { PluginsService } from '../../../modules/plugins/index.js';
import { ThemesService } from '../../../modules/themes/index.js';
import { ShortcodeRegistry } from '../../../rendering/index.js';
import { AccountMailService } from '../../../modules/users/accounts/account-mail.service.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { CommentRowsStore } from '../stores/comment-rows.store.js';
import { EntryRowsStore } from '../stores/entry-rows.store.js';
import { TermRowsStore } from '../stores/term-rows.store.js';
import { UserRowsStore } from '../stores/user-rows.store.js';

/** What resolvers use: the stores and services of the REST API. */
@Injectable()
export class GraphServices {
  readonly turns = new WorkInTurns();

  constructor(
    readonly database: Database,
    readonly entries: EntriesStore,
    readonly entryRows: EntryRowsStore,
    readonly scopes: EntryScopesStore,
    readonly due: DueEntriesStore,
    readonly permalinks: PermalinksLoader,
    readonly renderer: EntryRenderer,
    readonly shortcodes: ShortcodeRegistry,
    readonly templates: EntryTemplatesService,
    readonly terms: TermsStore,
    readonly termRows: TermRowsStore,
    readonly users: UsersStore,
    readonly userRows: UserRowsStore,
    readonly userMeta: UserMetaStore,
    readonly roles: RolesStore,
    readonly comments: CommentsStore,
    readonly commentRows: CommentRowsStore,
    readonly commentLinks: CommentLinksLoader,
    readonly meta: MetaStore,
    readonly menuItems: MenuItemsLoader,
    readonly menuLocations: MenuLocationsService,
    readonly plugins: PluginsService,
    readonly themes: ThemesService,
    readonly addresses: AddressesStore,
    readonly archives: ArchiveAddressesService,
    readonly former: FormerAddressesService,
    readonly commentsPolicy: CommentsPolicy,
    readonly commentsService: CommentsService,
    readonly rest: ContentService,
    readonly sites: SiteService,
    readonly accountMail: AccountMailService,
    readonly tokens: TokensService,
    @Inject(PROFILE) readonly profile: Profile,
  ) {}
}
