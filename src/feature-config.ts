/** The environment variables of features, for commands that run without the features themselves. */
import './features/acf/acf.config.js';
import './features/admin-api/admin-api.config.js';
import './features/graphiql/graphiql.config.js';
import './features/graphql/graphql.config.js';
import './features/metrics/metrics.config.js';
import './features/site-pages/site-pages.config.js';
import './features/sso/sso.config.js';
