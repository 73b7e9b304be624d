<?php
// Answers one call a line: [name, ...arguments] as JSON in, the result as JSON out. Loads the WordPress in the given folder.
[ , $folder, $base ] = $argv;
$url = parse_url( $base );
$_SERVER += array( 'HTTP_HOST' => "{$url['host']}:{$url['port']}", 'SERVER_NAME' => $url['host'], 'SERVER_PORT' => $url['port'], 'REQUEST_URI' => '/', 'REMOTE_ADDR' => '127.0.0.1' );
require "$folder/wp-load.php";
error_reporting( 0 );

function plain_post( $content, $title = '' ) {
	$post = new WP_Post( (object) array( 'ID' => 999001, 'post_type' => 'post', 'post_status' => 'publish', 'post_content' => $content, 'post_excerpt' => '', 'post_title' => $title, 'post_password' => '', 'post_date' => '2020-01-01 00:00:00', 'filter' => 'raw' ) );
	wp_cache_set( 999001, $post, 'posts' );
	$GLOBALS['post'] = $post;
	setup_postdata( $post );
	return $post;
}
$own = array(
	'comment'      => function ( $text ) { return apply_filters( 'comment_text', $text, null, array() ); },
	'title'        => function ( $text ) { plain_post( '', $text ); return apply_filters( 'the_title', $text, 999001 ); },
	'kses_comment' => function ( $text ) { return wp_kses( $text, wp_kses_allowed_html( 'pre_comment_content' ) ); },
	'attributes'   => function ( $text ) { return (object) array_map( 'strval', (array) ( shortcode_parse_atts( $text ) ?: array() ) ); },
);
while ( false !== ( $line = fgets( STDIN ) ) ) {
	$arguments = json_decode( $line, true );
	$name = array_shift( $arguments );
	try { $result = ( $own[ $name ] ?? $name )( ...$arguments ); } catch ( Throwable $error ) { $result = array( 'throws' => $error->getMessage() ); }
	echo json_encode( $result, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE ), "\n";
}
