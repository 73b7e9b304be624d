/**
 * The public API of the package. Everything that is not exported here is internal and may change in any version.
 * docs/embedding.md and docs/adding-a-resource.md describe it.
 */

// The service.
export { createApp, prepareSite } from './start/create-app.js';
export { NestpressModule, type NestpressOptions } from './start/nestpress.module.js';
export { type OwnModules, loadModules } from './hooks/load-modules.js';
export { startTestService, type TestService } from './start/test-service.js';
export { Config } from './platform/config/config.js';
export { ConfigError, loadConfig } from './platform/config/load-config.js';

// Content types, taxonomies and meta.
export {
  type ContentDeclaration,
  type ContentTypeDeclaration,
  DeclarationError,
  defineBlock,
  defineCommand,
  defineContentType,
  type DeclaredField,
  defineConsoleExtension,
  defineField,
  defineFilter,
  defineOrder,
  defineRole,
  defineScope,
  defineSettings,
  defineMeta,
  defineTaxonomy,
  type PostTypeSupport,
  type MetaDeclaration,
  type RoleDeclaration,
  type StatusDeclaration,
  type StatusTransition,
  type TaxonomyDeclaration,
} from './content-model/declarations.js';
export {
  type FieldComment,
  type FieldDeclaration,
  type FieldEntry,
  type FieldItem,
  type FieldOwner,
  type FieldTerm,
  type FieldType,
  type FieldUser,
} from './content-model/field-types.js';
export {
  type ActionContext,
  type ConsoleExtension,
  type EntryAction,
  type EntryPanel,
  type PanelRow,
} from './content-model/console-extension.js';
export {
  type BlockAttributeSchema,
  type BlockContext,
  type BlockDeclaration,
  type RenderedBlock,
} from './content-model/block-declarations.js';
export { type CommandDeclaration, type CommandRun } from './content-model/command-declarations.js';
export {
  type FilterDeclaration,
  type OrderDeclaration,
  type ScopeDeclaration,
  type ScopePrincipal,
} from './content-model/declared-queries.js';
export { type EntryColumn, RowCondition, RowConditions } from './database/engine/row-conditions.js';
export { type FieldOptions, layouts, media, relation, rows } from './content-model/field-declarations.js';
export {
  type FieldCondition,
  type Layout,
  type MetaFieldDeclaration,
  type MetaObject,
  type MetaSchema,
} from './content-model/meta-fields.js';

// Extending what exists: docs/extending.md.
export { BeforeWrite, type HookOptions } from './hooks/before-write.decorator.js';
export {
  type ChangeKind,
  type Changes,
  type CommentChange,
  type CommentValues,
  type ContentName,
  type BeforeEntryWrite,
  type EntryValues,
  type MetaOf,
  type SettingsChange,
  type StoredComment,
  type StoredEntry,
  type SubmissionChange,
  type TermChange,
  type TermValues,
  type UserChange,
  type UserValues,
} from './hooks/changes.js';
export { OnContent, type ListenerOptions } from './hooks/on-content.decorator.js';
export { ContentEvents, type EventOutbox, type EventPrincipal } from './hooks/content-events.service.js';
export { type ContentEvent, type ContentEventName } from './hooks/events.js';
export { DeclaredSettingsService } from './modules/settings/declared-settings.service.js';
export {
  type SettingDeclaration,
  type SettingsDeclaration,
  type SettingValues,
} from './content-model/declared-settings.js';
export { ContentService, PrincipalContent } from './modules/content/content.service.js';
export { ContentCollection, type DeleteOptions } from './modules/content/content-collection.js';
export {
  type CommentInput,
  type CommentItem,
  type ContentPage,
  type ContentQuery,
  type EntryInput,
  type EntryItem,
  type ItemText,
  type MediaFile,
  type MediaInput,
  type MediaItem,
  type TermInput,
  type TermItem,
  type UserInput,
  type UserItem,
} from './modules/content/content-items.js';
export { HookRecursionError } from './hooks/write-hooks.service.js';

// Routes.
export { NamespaceModule } from './rest/discovery/index.controller.js';
export {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  PUBLIC,
  READABLE,
  RestController,
  Route,
} from './rest/route/route.decorators.js';
export { type Allowed } from './rest/route/route.types.js';
export { RequestContext, RequestLoader } from './rest/http/request-context.js';
export { Arg } from './rest/args/arg.decorator.js';
export { CollectionDto, type Context, CONTEXT_ARG, ContextDto } from './rest/args/common.dto.js';
export { type ArgDeclaration, ArgIssue, type ValueSchema } from './rest/args/schema.js';

// Responses.
export {
  editOnly,
  everywhere,
  field,
  type Field,
  type FieldMap,
  readOnly,
  ResourceFields,
  viewAndEdit,
  writeDto,
} from './rest/fields/resource-fields.js';
export { Item, ItemMap, type JsonValue, Reply } from './rest/response/reply.js';
export { Links } from './rest/response/links.js';
export { pagedReply } from './rest/response/paging.js';
export { EmbedRegistry, type EmbedSource } from './rest/response/embed.js';
export { denied, invalidParams } from './rest/errors/catalogue.js';
export { RestError } from './rest/errors/rest-error.js';
export { PROFILE, type Profile } from './variant/profile.js';

// Database.
export { Database, type SqlParameter, type Transaction } from './database/database.js';
export { DatabaseModule } from './database/database.module.js';
export { CreateTables } from './database/migrations.js';
export { escapeLike, like } from './database/engine/dialect.js';
export { placeholders, skipped } from './database/engine/parameters.js';
export {
  columnNames,
  DateColumn,
  IdColumn,
  membersOf,
  ReferenceColumn,
  selectColumns,
  TableColumn,
  TableEntity,
  TableIndex,
} from './database/entities/index.js';

// Content.
export { EntriesModule } from './modules/entries/entries.module.js';
export { lookupKey, ShortcodeRegistry } from './rendering/index.js';
export { type Site } from './site/site.js';

// Authentication.
export {
  Authenticates,
  type AuthenticationRequest,
  type AuthenticationStrategy,
  type StrategyOptions,
} from './access/authentication/authentication-strategy.js';
export { Principal } from './access/principal.js';
export { PrincipalService } from './access/principal.service.js';

// Jobs and mail.
export {
  type DeclaredJob,
  defineJob,
  type JobOptions,
  type JobSchedule,
  RunsJob,
} from './platform/jobs/declared-job.js';
export { type JobHandler, type JobResult, type JobRun, PermanentFailure } from './platform/jobs/job.js';
export { JobsService } from './platform/jobs/jobs.service.js';
export { MailService } from './platform/mail/mail.service.js';
export { defineMailTemplate, type MailTemplate, type MailTemplateDeclaration } from './platform/mail/mail-template.js';
export { type Mailbox, type MailMessage } from './platform/mail/message.js';

// Text.
export { cleanTextField } from './text/clean.js';
export { mysqlToRfc3339, parseRestDate } from './text/dates.js';
export { escapeAttribute, escapeHtml } from './text/escape.js';
