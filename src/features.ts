/** The features of this build. To leave one out, delete its folder, its line here and its commands in feature-commands.ts. */
export { ACF } from './features/acf/acf.feature.js';
export { ADMIN_API } from './features/admin-api/admin-api.feature.js';
export { AUDIT_LOG } from './features/audit-log/audit-log.feature.js';
export { BULK_EXPORT } from './features/bulk-export/bulk-export.feature.js';
export { CHANGE_FEED } from './features/change-feed/change-feed.feature.js';
export { CONSOLE } from './features/console/console.feature.js';
export { IDEMPOTENCY } from './features/idempotency/idempotency.feature.js';
export { LANGUAGES } from './features/languages/languages.feature.js';
export { MCP } from './features/mcp/mcp.feature.js';
export { METRICS } from './features/metrics/metrics.feature.js';
export { PLUGIN_TYPES } from './features/plugin-types/plugin-types.feature.js';
export { SITE_PAGES } from './features/site-pages/site-pages.feature.js';
export { SSO } from './features/sso/sso.feature.js';
export { TRANSFER } from './features/transfer/transfer.feature.js';
export { WEBHOOKS } from './features/webhooks/webhooks.feature.js';
export { WORDPRESS_BRIDGE } from './features/wordpress-bridge/wordpress-bridge.feature.js';
export { YOAST } from './features/yoast/yoast.feature.js';
