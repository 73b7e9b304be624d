import { Inject, Injectable } from '@nestjs/common';
import { RolesStore } from '../../../access/roles.store.js';
import { UserMetaStore } from '../../../access/user-meta.store.js';
import { Database } from '../../../database/database.js';
import { AddressesStore } from '../../../modules/entries/read/addresses.store.js';
import { ArchiveAddressesService } from '../../../modules/addresses/archive-addresses.service.js';
import { FormerAddressesService } from '../../../modules/addresses/former-addresses.service.js';
import { CommentLinksLoader } from '../../../modules/comments/comment-links.loader.js';
import { CommentsPolicy } from '../../../modules/comments/comments.policy.js';
import { CommentsService } from '../../../modules/comments/comments.service.js';
import { CommentsStore } from '../../../modules/comments/comments.store.js';
import { ContentService } from '../../../modules/content/content.service.js';
import { EntriesStore } from '../../../modules/entries/read/entries.store.js';
import { EntryTemplatesService } from '../../../modules/entries/read/entry-templates.service.js';
import { PermalinksLoader } from '../../../modules/entries/read/permalinks.loader.js';
import { EntryRenderer } from '../../../modules/entries/read/rendering/entry-renderer.js';
import { DueEntriesStore } from '../../../modules/entries/read/list/due-entries.store.js';
import { MenuItemsLoader } from '../../../modules/menus/menu-items.loader.js';
import { MenuLocationsService } from '../../../modules/menus/menu-locations.service.js';
import { PluginsService } from '../../../modules/plugins/plugins.service.js';
import { ThemesService } from '../../../modules/themes/themes.service.js';
import { TermsStore } from '../../../modules/terms/terms.store.js';
import { UsersStore } from '../../../modules/users/users.store.js';
import { ShortcodeRegistry } from '../../../rendering/index.js';
import { EntryScopesStore } from '../../../hooks/entry-scopes.store.js';
import { SiteService } from '../../../site/site.service.js';
import { AccountMailService } from '../../../modules/users/accounts/account-mail.service.js';
import { WorkInTurns } from '../../../text/turns.js';
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
    @Inject(PROFILE) readonly profile: Profile,
  ) {}
}
