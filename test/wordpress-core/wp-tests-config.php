<?php
// Settings of the WordPress that makes the fixtures (read by the test framework of WordPress).
define( 'ABSPATH', getenv( 'NP_WP' ) . '/' );
define( 'WP_DEBUG', true );
define( 'DB_NAME', getenv( 'NP_DB' ) );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', '127.0.0.1:' . getenv( 'NP_DB_PORT' ) );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $np_key ) {
	define( "{$np_key}_KEY", "phpunit $np_key key, shared with Nestpress" );
	define( "{$np_key}_SALT", "phpunit $np_key salt, shared with Nestpress" );
}
$table_prefix = 'wptests_';
define( 'WP_TESTS_DOMAIN', 'example.org' );
define( 'WP_TESTS_EMAIL', 'admin@example.org' );
define( 'WP_TESTS_TITLE', 'Test Blog' );
define( 'WP_PHP_BINARY', 'php' );
define( 'WPLANG', '' );
