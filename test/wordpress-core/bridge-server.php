<?php
require __DIR__ . '/declarations.php';
/**
 * Takes the place of the framework's Spy_REST_Server: requests are sent to Nestpress over HTTP (started for what the test registered, see declarations.php)
 * and its responses become WP_REST_Response objects, in the form that WordPress's own dispatch() returns.
 */
class Spy_REST_Server extends WP_REST_Server {
	public $sent_headers        = array();
	public $sent_body           = '';
	public $last_request        = null;
	public $override_by_default = false;
	public $status              = null;

	private static $curl   = null;
	private static $routes = array();
	private static $running = array();
	private static $dropped = array();
	private static $refused = array();

	const HEADERS = array( 'X-WP-Total', 'X-WP-TotalPages', 'Link', 'Allow', 'Location', 'X-WP-Upload-Attachment-ID', 'X-WP-DeprecatedFunction', 'X-WP-DeprecatedParam', 'X-WP-Nonce' );

	public function get_raw_endpoint_data() {
		return $this->endpoints;
	}

	public function __call( $method, $args ) {
		if ( ! method_exists( $this, $method ) ) {
			throw new Error( "Call to undefined method $method()" );
		}
		return call_user_func_array( array( $this, $method ), $args );
	}

	public function send_header( $header, $value ) {
		$this->sent_headers[ $header ] = $value;
	}

	public function remove_header( $header ) {
		unset( $this->sent_headers[ $header ] );
	}

	public function set_status( $status ) {
		$this->status = $status;
	}

	public function register_route( $route_namespace, $route, $route_args, $override = false ) {
		parent::register_route( $route_namespace, $route, $route_args, $override || $this->override_by_default );
	}

	/** Routes as the index of Nestpress lists them. */
	public function get_routes( $route_namespace = '' ) {
		// What WordPress itself looks up here are its own callbacks.
		if ( is_a( debug_backtrace( 0, 2 )[1]['class'] ?? '', 'WP_REST_Server', true ) ) {
			return parent::get_routes( $route_namespace );
		}
		$address = self::address();
		if ( ! isset( self::$routes[ $address ] ) ) {
			list( , , $body ) = self::http( 'GET', '/', '', '', array(), 0 );
			$routes           = array();
			foreach ( json_decode( $body, true )['routes'] as $route => $data ) {
				$routes[ $route ] = array();
				foreach ( $data['endpoints'] as $endpoint ) {
					$endpoint['methods'] = array_fill_keys( $endpoint['methods'], true );
					$routes[ $route ][]  = $endpoint + array( 'callback' => 'nestpress', 'permission_callback' => 'nestpress' );
				}
			}
			self::$routes[ $address ] = $routes;
		}
		if ( '' === $route_namespace ) {
			return self::$routes[ $address ];
		}
		return array_filter( self::$routes[ $address ], fn( $r ) => str_starts_with( $r, "/$route_namespace" ), ARRAY_FILTER_USE_KEY );
	}

	public function get_namespaces() {
		list( , , $body ) = self::http( 'GET', '/', '', '', array(), 0 );
		return json_decode( $body, true )['namespaces'];
	}

	public function get_index( $request ) {
		return $this->dispatch( new WP_REST_Request( 'GET', '/' ) );
	}

	public function get_namespace_index( $request ) {
		return $this->dispatch( new WP_REST_Request( 'GET', '/' . $request['namespace'] ) );
	}

	public function dispatch( $request ) {
		$this->last_request = $request;
		$method  = $request->get_method();
		$query   = $request->get_query_params();
		$headers = array();
		foreach ( $request->get_headers() as $name => $values ) {
			$name = str_replace( '_', '-', $name );
			if ( ! in_array( $name, array( 'content-length', 'host' ), true ) ) {
				$headers[ $name ] = implode( ',', (array) $values );
			}
		}
		$body   = '';
		$params = $request->get_body_params();
		$files  = $request->get_file_params();
		$raw    = $request->get_body();
		$type   = $request->get_content_type();
		$json   = $request->is_json_content_type();

		if ( $files ) {
			list( $body, $headers['content-type'] ) = self::multipart( $params, $files );
		} elseif ( $json && null !== $raw && '' !== $raw ) {
			$body = $raw;
			// set_param() changes the decoded parameters, not the body.
			$now = $request->get_json_params();
			if ( is_array( $now ) && json_decode( $raw, true ) !== $now ) {
				$body = wp_json_encode( $now );
			}
			$query += $params;
		} elseif ( $json ) {
			$now  = $request->get_json_params();
			$body = $now ? wp_json_encode( $now ) : ( $params ? wp_json_encode( $params ) : '' );
		} elseif ( null !== $raw && '' !== $raw && $type && ! in_array( $type['value'], array( 'application/x-www-form-urlencoded' ), true ) ) {
			// An upload as the body itself: its fields are query parameters.
			$body  = $raw;
			$query = array_merge( $query, $params );
		} elseif ( null !== $raw && '' !== $raw && ! $params ) {
			$body = $raw;
			if ( ! $type ) {
				$headers['content-type'] = '';
			}
		} elseif ( $params ) {
			// As JSON, so that numbers, booleans and null stay what they are.
			$body                    = wp_json_encode( $params );
			$headers['content-type'] = 'application/json';
		}

		list( $status, $got, $text ) = self::http( $method, $request->get_route(), self::query_string( $query ), $body, $headers, get_current_user_id() );
		return self::response( $status, $got, $text, $method );
	}

	public function serve_request( $path = null ) {
		$method  = $_SERVER['REQUEST_METHOD'] ?? 'GET';
		$headers = array();
		foreach ( $_SERVER as $name => $value ) {
			if ( str_starts_with( $name, 'HTTP_' ) && is_string( $value ) && ! in_array( $name, array( 'HTTP_HOST', 'HTTP_CONTENT_LENGTH' ), true ) ) {
				$headers[ strtolower( str_replace( '_', '-', substr( $name, 5 ) ) ) ] = $value;
			}
		}
		if ( isset( $_SERVER['CONTENT_TYPE'] ) ) {
			$headers['content-type'] = $_SERVER['CONTENT_TYPE'];
		}
		$body = self::get_raw_data();
		if ( ! $body && $_POST ) {
			$body                    = wp_json_encode( wp_unslash( $_POST ) );
			$headers['content-type'] = 'application/json';
		}
		list( $status, $got, $text ) = self::http( $method, $path ?? ( $_SERVER['PATH_INFO'] ?? '/' ), self::query_string( wp_unslash( $_GET ) ), (string) $body, $headers, get_current_user_id() );
		$this->status       = $status;
		$this->sent_body    = $text;
		$this->sent_headers = array();
		foreach ( $got as $name => $value ) {
			$this->sent_headers[ implode( '-', array_map( 'ucfirst', explode( '-', $name ) ) ) ] = $value;
			foreach ( self::HEADERS as $known ) {
				if ( strtolower( $known ) === $name ) {
					$this->sent_headers[ $known ] = $value;
				}
			}
		}
		return null;
	}

	private static function response( $status, $got, $text, $method ) {
		$data     = str_starts_with( $text, '<?xml' ) ? self::from_xml( $text ) : self::arrays( json_decode( $text ) );
		$response = new WP_REST_Response();
		if ( is_array( $data ) && isset( $data['_links'] ) && ! array_is_list( $data ) && 'OPTIONS' !== $method ) {
			$curies = array();
			foreach ( $data['_links']['curies'] ?? array() as $curie ) {
				$curies[ $curie['name'] ] = $curie['href'];
			}
			unset( $data['_links']['curies'] );
			foreach ( $data['_links'] as $rel => $links ) {
				$parts = explode( ':', $rel, 2 );
				if ( isset( $parts[1], $curies[ $parts[0] ] ) ) {
					$rel = str_replace( '{rel}', $parts[1], $curies[ $parts[0] ] );
				}
				foreach ( $links as $link ) {
					$href = $link['href'];
					unset( $link['href'] );
					$response->add_link( $rel, $href, $link );
				}
			}
			unset( $data['_links'] );
		}
		$response->set_data( self::cast( $data ) );
		$response->set_status( $status );
		foreach ( self::HEADERS as $name ) {
			$value = $got[ strtolower( $name ) ] ?? null;
			if ( null === $value ) {
				continue;
			}
			if ( 'Link' === $name ) {
				// Only the links of the response, not the one to the index that every page has.
				$value = implode( ', ', array_filter( preg_split( '/,\s*(?=<)/', $value ), fn( $l ) => ! str_contains( $l, 'rel="https://api.w.org/"' ) ) );
				if ( '' === $value ) {
					continue;
				}
			}
			$response->header( $name, preg_match( '/^X-WP-Total/', $name ) ? (int) $value : $value );
		}
		return $response;
	}

	/** Arrays, as in WordPress before encoding; only empty objects stay objects. */
	private static function arrays( $value ) {
		if ( is_object( $value ) && ! get_object_vars( $value ) ) {
			return $value;
		}
		return is_object( $value ) || is_array( $value ) ? array_map( array( __CLASS__, 'arrays' ), (array) $value ) : $value;
	}

	/** Members that WordPress has as objects. */
	private static function cast( $data ) {
		if ( is_array( $data ) && array_is_list( $data ) ) {
			return array_map( array( __CLASS__, 'cast' ), $data );
		}
		if ( is_array( $data ) && isset( $data['id'] ) ) {
			foreach ( array( 'capabilities', 'extra_capabilities' ) as $name ) {
				if ( isset( $data[ $name ] ) ) {
					$data[ $name ] = (object) $data[ $name ];
				}
			}
		}
		return $data;
	}

	private static function from_xml( $text ) {
		return array_map( fn( $v ) => is_string( $v ) && ctype_digit( $v ) ? (int) $v : $v, json_decode( wp_json_encode( simplexml_load_string( $text ) ), true ) );
	}

	private static function plain( $value ) {
		if ( is_bool( $value ) ) {
			return $value ? 'true' : 'false';
		}
		if ( is_array( $value ) ) {
			return $value ? array_map( array( __CLASS__, 'plain' ), $value ) : '';
		}
		if ( is_object( $value ) ) {
			return self::plain( (array) $value );
		}
		return $value;
	}

	private static function query_string( $query ) {
		return http_build_query( array_map( array( __CLASS__, 'plain' ), array_filter( (array) $query, fn( $v ) => null !== $v ) ), '', '&', PHP_QUERY_RFC3986 );
	}

	private static function multipart( $params, $files ) {
		$boundary = 'np' . md5( uniqid( '', true ) );
		$body     = '';
		$fields   = array();
		parse_str( '', $fields );
		foreach ( explode( '&', self::query_string( $params ) ) as $pair ) {
			if ( '' === $pair ) {
				continue;
			}
			list( $name, $value ) = array_map( 'rawurldecode', explode( '=', $pair, 2 ) );
			$body                .= "--$boundary\r\nContent-Disposition: form-data; name=\"$name\"\r\n\r\n$value\r\n";
		}
		foreach ( $files as $name => $file ) {
			$content = is_readable( $file['tmp_name'] ?? '' ) ? file_get_contents( $file['tmp_name'] ) : '';
			$type    = $file['type'] ?? ( wp_check_filetype( $file['name'] ?? '' )['type'] ?: 'application/octet-stream' );
			$body   .= "--$boundary\r\nContent-Disposition: form-data; name=\"$name\"; filename=\"{$file['name']}\"\r\nContent-Type: $type\r\n\r\n$content\r\n";
		}
		return array( "$body--$boundary--\r\n", "multipart/form-data; boundary=$boundary" );
	}

	/** Of a Nestpress that knows what is registered here, started if there is none. */
	private static function address() {
		$spec          = NP_Declarations::current();
		self::$dropped = $spec['dropped'];
		unset( $spec['dropped'] );
		$key = md5( serialize( $spec ) );
		if ( isset( self::$running[ $key ] ) ) {
			if ( ! proc_get_status( self::$running[ $key ]['process'] )['running'] ) {
				throw new RuntimeException( 'Nestpress is gone: ' . self::$running[ $key ]['log'] );
			}
			// The least recently used one is stopped first.
			$used = self::$running[ $key ];
			unset( self::$running[ $key ] );
			self::$running[ $key ] = $used;
			return $used['url'];
		}
		if ( isset( self::$refused[ $key ] ) ) {
			throw new RuntimeException( self::$refused[ $key ] );
		}
		while ( count( self::$running ) >= 4 ) {
			self::stop( array_key_first( self::$running ) );
		}
		$dir = getenv( 'NP_WORK' ) . '/instances';
		wp_mkdir_p( $dir );
		$socket = stream_socket_server( 'tcp://127.0.0.1:0' );
		$port   = (int) substr( strrchr( stream_socket_get_name( $socket, false ), ':' ), 1 );
		fclose( $socket );
		$log = "$dir/$port.log";
		$env = array_merge( getenv(), $spec['env'] );
		if ( $spec['content'] ) {
			file_put_contents( "$dir/$port.json", wp_json_encode( $spec['content'], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES ) );
			$env['CONTENT_TYPES'] = "$dir/$port.json";
		}
		$process = proc_open( array( 'node', __DIR__ . '/start-nestpress.mjs', NP_BRIDGE, (string) $port ), array( array( 'file', '/dev/null', 'r' ), array( 'file', $log, 'w' ), array( 'file', $log, 'a' ) ), $pipes, null, $env );
		$url     = "http://127.0.0.1:$port/wp-json";
		// A busy machine takes minutes; a Nestpress that refuses the declarations ends.
		for ( $i = 0; $i < 6000; $i++ ) {
			usleep( 100000 );
			if ( false !== @file_get_contents( "$url/", false, stream_context_create( array( 'http' => array( 'timeout' => 5 ) ) ) ) ) {
				if ( ! self::$running ) {
					register_shutdown_function( fn() => array_map( array( __CLASS__, 'stop' ), array_keys( self::$running ) ) );
				}
				self::$running[ $key ] = compact( 'process', 'url', 'log' );
				return $url;
			}
			if ( ! proc_get_status( $process )['running'] ) {
				break;
			}
		}
		proc_terminate( $process );
		self::$refused[ $key ] = 'Nestpress refuses the declarations: ' . substr( trim( file_get_contents( $log ) ), -600 );
		throw new RuntimeException( self::$refused[ $key ] );
	}

	private static function stop( $key ) {
		proc_terminate( self::$running[ $key ]['process'], 9 );
		proc_close( self::$running[ $key ]['process'] );
		unset( self::$routes[ self::$running[ $key ]['url'] ], self::$running[ $key ] );
	}

	private static function http( $method, $route, $query, $body, $headers, $user ) {
		global $wpdb;
		if ( null === self::$curl ) {
			self::$curl = curl_init();
		}
		$path = preg_replace_callback( '/[^A-Za-z0-9\/_.~:@!$&\'()*+,;=-]/', fn( $m ) => rawurlencode( $m[0] ), $route );
		$url  = self::address() . $path . ( '' === $query ? '' : "?$query" );

		$headers['x-phpunit-user'] = (string) $user;
		if ( ! empty( $_SERVER['PHP_AUTH_USER'] ) && isset( $_SERVER['PHP_AUTH_PW'] ) ) {
			unset( $headers['x-phpunit-user'] );
			$headers['authorization'] = 'Basic ' . base64_encode( "{$_SERVER['PHP_AUTH_USER']}:{$_SERVER['PHP_AUTH_PW']}" );
		}
		$headers['expect'] = '';
		$headers['host']           = 'example.org';
		if ( ! empty( $_SERVER['REMOTE_ADDR'] ) ) {
			$headers['x-forwarded-for'] = $_SERVER['REMOTE_ADDR'];
		}
		if ( ! isset( $headers['user-agent'] ) && ! empty( $_SERVER['HTTP_USER_AGENT'] ) ) {
			$headers['user-agent'] = $_SERVER['HTTP_USER_AGENT'];
		}
		$lines = array();
		foreach ( $headers as $name => $value ) {
			$lines[] = '' === $value ? "$name:" : "$name: $value";
		}
		$got = array();
		curl_reset( self::$curl );
		curl_setopt_array(
			self::$curl,
			array(
				CURLOPT_URL            => $url,
				CURLOPT_CUSTOMREQUEST  => $method,
				CURLOPT_NOBODY         => 'HEAD' === $method,
				CURLOPT_RETURNTRANSFER => true,
				CURLOPT_PATH_AS_IS     => true,
				CURLOPT_TIMEOUT        => 60,
				CURLOPT_HEADERFUNCTION => function ( $c, $line ) use ( &$got ) {
					$parts = explode( ':', $line, 2 );
					if ( isset( $parts[1] ) ) {
						$name         = strtolower( trim( $parts[0] ) );
						$got[ $name ] = isset( $got[ $name ] ) ? $got[ $name ] . ', ' . trim( $parts[1] ) : trim( $parts[1] );
					}
					return strlen( $line );
				},
			)
		);
		if ( '' !== $body ) {
			curl_setopt( self::$curl, CURLOPT_POSTFIELDS, $body );
		} elseif ( in_array( $method, array( 'POST', 'PUT', 'PATCH' ), true ) ) {
			$lines[] = 'content-length: 0';
		}
		curl_setopt( self::$curl, CURLOPT_HTTPHEADER, $lines );
		$text   = curl_exec( self::$curl );
		$status = curl_getinfo( self::$curl, CURLINFO_RESPONSE_CODE );
		if ( false === $text ) {
			throw new RuntimeException( 'Nestpress did not answer: ' . curl_error( self::$curl ) );
		}
		$wpdb->np_foreign = true;
		self::forget();
		self::log( $method, $path, $query, $body, $headers, $user, $status, $got, $text );
		return array( $status, $got, $text );
	}

	/** What this process cached before the other one wrote. */
	private static function forget() {
		wp_cache_flush();
		foreach ( array( 'wp_theme_json_resolver_clean' ) as $fn ) {
			if ( function_exists( $fn ) ) {
				$fn();
			}
		}
		if ( class_exists( 'WP_Theme_JSON_Resolver' ) ) {
			WP_Theme_JSON_Resolver::clean_cached_data();
		}
	}

	private static function log( $method, $path, $query, $body, $headers, $user, $status, $got, $text ) {
		$file = getenv( 'NP_LOG' );
		if ( ! $file ) {
			return;
		}
		$test = '';
		foreach ( debug_backtrace( DEBUG_BACKTRACE_PROVIDE_OBJECT, 30 ) as $frame ) {
			if ( isset( $frame['object'] ) && $frame['object'] instanceof PHPUnit\Framework\TestCase ) {
				$test = $frame['object']->getName();
			}
		}
		$selected = array_intersect_key( $got, array_flip( array_map( 'strtolower', self::HEADERS ) ) );
		$cut  = fn( $s, $n ) => strlen( $s ) > $n ? substr( $s, 0, $n ) . '…' : $s;
		$line = array( 'test' => $test, 'request' => "$method $path" . ( $query ? '?' . urldecode( $query ) : '' ), 'user' => $user, 'type' => $headers['content-type'] ?? '', 'body' => $cut( $body, 1500 ), 'status' => $status, 'headers' => $selected, 'response' => $cut( $text, 4000 ) ) + ( self::$dropped ? array( 'dropped' => self::$dropped ) : array() );
		file_put_contents( $file, json_encode( $line, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE ) . "\n", FILE_APPEND );
	}
}

// Before 4.9, addresses of the interface without pretty permalinks had no index.php.
if ( 'B' === NP_BRIDGE ) {
	add_filter( 'rest_url', fn( $url ) => str_replace( '/index.php?rest_route=', '/?rest_route=', $url ) );
}
