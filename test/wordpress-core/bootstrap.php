<?php
// PHPUnit's bootstrap: the framework of WordPress with our configuration (tools/wordpress-core.mjs sets the environment).
define( 'WP_RUN_CORE_TESTS', true );
define( 'WP_TESTS_CONFIG_FILE_PATH', __DIR__ . '/wp-tests-config.php' );
define( 'WP_TESTS_PHPUNIT_POLYFILLS_PATH', getenv( 'NP_POLYFILLS' ) );
define( 'NP_BRIDGE', getenv( 'NP_URL' ) ?: '' );
require getenv( 'NP_FRAMEWORK' ) . '/includes/bootstrap.php';
// Notices of a newer PHP or WordPress in old tests are not what is tested.
if ( getenv( 'NP_LENIENT' ) ) {
	error_reporting( E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED & ~E_NOTICE & ~E_USER_NOTICE );
}
// Fixtures with cheap password hashes; accounts that Nestpress creates have its own.
add_filter( 'wp_hash_password_options', fn() => array( 'cost' => 4 ) );
// Two test classes of fonts use each other.
spl_autoload_register(
	function ( $name ) {
		$file = getenv( 'NP_FRAMEWORK' ) . '/tests/fonts/font-library/' . lcfirst( str_replace( 'Tests_REST_', '', $name ) ) . '.php';
		if ( preg_match( '/^Tests_REST_WpRestFont\w+$/', $name ) && is_readable( $file ) ) {
			require_once $file;
		}
	}
);
