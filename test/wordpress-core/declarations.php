<?php
/**
 * What the test registered in PHP, as far as Nestpress can be told: content types, taxonomies and meta keys (CONTENT_TYPES),
 * templates and menu locations of the theme (environment). What cannot be told is named in 'dropped'.
 */
class NP_Declarations {
	private static $initial_meta = null;
	private static $dropped      = array();

	public static function init() {
		self::$initial_meta = $GLOBALS['wp_meta_keys'] ?? array();
	}

	public static function current() {
		self::$dropped = array();
		$types         = array();
		foreach ( get_post_types( array( '_builtin' => false ), 'objects' ) as $type ) {
			$types[] = self::type( $type );
		}
		$taxonomies = array();
		foreach ( get_taxonomies( array( '_builtin' => false ), 'objects' ) as $taxonomy ) {
			$taxonomies[] = self::taxonomy( $taxonomy );
		}
		$content = array_filter(
			array(
				'types'      => array_values( array_filter( $types ) ),
				'taxonomies' => array_values( array_filter( $taxonomies ) ),
				'meta'       => self::meta(),
			)
		);
		$env     = array( 'HTML5_MARKUP' => current_theme_supports( 'html5', 'gallery' ) ? 'on' : 'off' );
		if ( apply_filters( 'rest_allow_anonymous_comments', false, new WP_REST_Request() ) ) {
			$env['ANONYMOUS_COMMENTS'] = 'on';
		}
		$languages = array_filter( get_available_languages(), fn( $l ) => preg_match( '/^[a-z]{2,3}(_[A-Za-z0-9]+)*$/', $l ) );
		if ( $languages ) {
			$env['LANGUAGES'] = implode( ',', $languages );
		}
		$menus = array();
		foreach ( get_registered_nav_menus() as $name => $label ) {
			$menus[] = "$name=" . str_replace( ',', ' ', $label );
		}
		if ( $menus ) {
			$env['MENU_LOCATIONS'] = implode( ',', $menus );
		}
		$templates = array();
		foreach ( array( 'post', 'page' ) as $type ) {
			foreach ( array_keys( wp_get_theme()->get_page_templates( null, $type ) ) as $file ) {
				$templates[] = "$type:$file";
			}
		}
		$env['THEME_TEMPLATES'] = $templates ? implode( ',', $templates ) : 'none';
		return array(
			'content' => $content,
			'env'     => $env,
			'dropped' => self::$dropped,
		);
	}

	private static function drop( $what ) {
		self::$dropped[] = $what;
		return null;
	}

	private static function labels( $object ) {
		return array_filter( array_map( fn( $l ) => is_string( $l ) && '' !== $l ? $l : null, (array) $object->labels ) );
	}

	private static function type( $type ) {
		$supports = array_keys( get_all_post_type_supports( $type->name ) );
		$known    = array( 'title', 'editor', 'author', 'thumbnail', 'excerpt', 'trackbacks', 'custom-fields', 'comments', 'revisions', 'page-attributes', 'post-formats' );
		foreach ( array_diff( $supports, $known, array( 'autosave' ) ) as $other ) {
			self::drop( "$type->name supports $other" );
		}
		if ( $type->rest_controller_class && ! in_array( $type->rest_controller_class, array( 'WP_REST_Posts_Controller', false ), true ) ) {
			self::drop( "$type->name has the controller $type->rest_controller_class" );
		}
		if ( ! $type->map_meta_cap ) {
			self::drop( "$type->name without map_meta_cap" );
		}
		$made = array(
			'name'           => $type->name,
			'label'          => $type->label ?: $type->name,
			'hierarchical'   => (bool) $type->hierarchical,
			'public'         => is_post_type_viewable( $type ),
			'restBase'       => $type->show_in_rest ? ( $type->rest_base ?: $type->name ) : false,
			'supports'       => array_values( array_intersect( $supports, $known ) ),
			'taxonomies'     => array_values( get_object_taxonomies( $type->name ) ),
			'capabilityType' => $type->capability_type,
			'showUi'         => (bool) $type->show_ui,
			'showInNavMenus' => (bool) $type->show_in_nav_menus,
			'hasArchive'     => $type->has_archive,
			'rewrite'        => false,
		);
		if ( $type->show_in_rest && $type->rest_namespace && 'wp/v2' !== $type->rest_namespace ) {
			$made['restNamespace'] = $type->rest_namespace;
		}
		if ( $type->template ) {
			$made['blockTemplate'] = $type->template;
		}
		if ( $type->template_lock ) {
			$made['blockTemplateLock'] = $type->template_lock;
		}
		if ( $type->description ) {
			$made['description'] = $type->description;
		}
		return $made;
	}

	private static function taxonomy( $taxonomy ) {
		$made = array(
			'name'           => $taxonomy->name,
			'label'          => $taxonomy->label ?: $taxonomy->name,
			'hierarchical'   => (bool) $taxonomy->hierarchical,
			'public'         => is_taxonomy_viewable( $taxonomy ),
			'restBase'       => $taxonomy->show_in_rest ? ( $taxonomy->rest_base ?: $taxonomy->name ) : false,
			'types'          => array_values( array_filter( $taxonomy->object_type, 'post_type_exists' ) ),
			'showUi'         => (bool) $taxonomy->show_ui,
			'showInNavMenus' => (bool) $taxonomy->show_in_nav_menus,
			'rewrite'        => false,
		);
		$caps  = array();
		foreach ( array( 'manage_terms' => 'manage_categories', 'edit_terms' => 'manage_categories', 'delete_terms' => 'manage_categories', 'assign_terms' => 'edit_posts' ) as $cap => $usual ) {
			if ( $taxonomy->cap->$cap !== $usual ) {
				$caps[ $cap ] = $taxonomy->cap->$cap;
			}
		}
		if ( $caps ) {
			$made['capabilities'] = $caps;
		}
		return $made;
	}

	private static function meta() {
		$made = array();
		foreach ( $GLOBALS['wp_meta_keys'] ?? array() as $object => $subtypes ) {
			foreach ( $subtypes as $subtype => $keys ) {
				foreach ( $keys as $key => $args ) {
					if ( isset( self::$initial_meta[ $object ][ $subtype ][ $key ] ) || empty( $args['show_in_rest'] ) ) {
						continue;
					}
					$field = self::field( $object, $subtype, $key, $args );
					if ( $field ) {
						// A key of one type takes precedence over the same key of all types: declare that one type by type.
						$own = array_keys( array_filter( $subtypes, fn( $k, $s ) => '' !== $s && isset( $k[ $key ] ), ARRAY_FILTER_USE_BOTH ) );
						if ( '' === $subtype && $own ) {
							foreach ( array_diff( self::subtypes( $object ), $own ) as $other ) {
								$made[] = $field + array( 'subtype' => $other );
							}
						} else {
							$made[] = $field;
						}
					}
				}
			}
		}
		return $made;
	}

	private static function subtypes( $object ) {
		if ( 'term' === $object ) {
			return array_values( get_taxonomies( array( 'show_in_rest' => true ) ) );
		}
		return array_values( array_filter( get_post_types( array( 'show_in_rest' => true ) ), fn( $t ) => in_array( $t, array( 'post', 'page' ), true ) || post_type_supports( $t, 'custom-fields' ) && ! get_post_type_object( $t )->_builtin ) );
	}

	private static function field( $object, $subtype, $key, $args ) {
		$rest   = is_array( $args['show_in_rest'] ) ? $args['show_in_rest'] : array();
		$schema = $rest['schema'] ?? array();
		$name   = "meta $object $subtype $key";
		if ( ! empty( $rest['prepare_callback'] ) ) {
			self::drop( "$name: prepare_callback" );
		}
		$schema += array( 'type' => $args['type'] ?? null );
		$value   = self::value( $schema, $name );
		if ( ! $value ) {
			return null;
		}
		$field = array( 'object' => $object, 'key' => (string) $key ) + ( '' !== $subtype ? array( 'subtype' => $subtype ) : array() ) + $value + array( 'single' => (bool) $args['single'] );
		if ( ! empty( $rest['name'] ) && $rest['name'] !== $key ) {
			$field['name'] = $rest['name'];
		}
		$label = $args['label'] ?? '';
		if ( '' !== $label ) {
			$field['label'] = $label;
		}
		if ( array_key_exists( 'default', $args ) ) {
			// The default of a key with several values is one of them.
			$field['default'] = $field['single'] ? $args['default'] : array( $args['default'] );
		} elseif ( array_key_exists( 'default', $schema ) ) {
			$field['default'] = $schema['default'];
		}
		if ( ! empty( $args['revisions_enabled'] ) ) {
			$field['revisions'] = true;
		}
		if ( ! empty( $args['sanitize_callback'] ) ) {
			self::drop( "$name: sanitize_callback" );
		}
		$auth = $args['auth_callback'] ?? null;
		if ( '__return_false' === $auth ) {
			$field['write'] = 'manage_options';
		} elseif ( '__return_true' === $auth ) {
			if ( is_protected_meta( $key, $object ) ) {
				$field['write'] = 'read';
			}
		} elseif ( $auth instanceof Closure ) {
			self::drop( "$name: auth_callback" );
		}
		return $field;
	}

	private static function value( $schema, $name ) {
		$types = array( 'string', 'integer', 'number', 'boolean', 'array', 'object' );
		if ( ! is_string( $schema['type'] ?? null ) || ! in_array( $schema['type'], $types, true ) ) {
			return self::drop( "$name: type " . wp_json_encode( $schema['type'] ?? null ) );
		}
		$selected = array_intersect_key( $schema, array_flip( array( 'type', 'description', 'enum', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems' ) ) );
		foreach ( array_diff( array_keys( $schema ), array_keys( $selected ), array( 'items', 'properties', 'additionalProperties', 'default', 'context', 'title' ) ) as $other ) {
			self::drop( "$name: $other" );
		}
		if ( isset( $schema['items'] ) ) {
			$selected['items'] = self::value( $schema['items'], $name );
		}
		if ( isset( $schema['properties'] ) ) {
			$selected['properties'] = (object) array_filter( array_map( fn( $p ) => self::value( $p, $name ), $schema['properties'] ) );
		}
		if ( isset( $schema['additionalProperties'] ) ) {
			$selected['additionalProperties'] = is_array( $schema['additionalProperties'] ) ? self::value( $schema['additionalProperties'], $name ) : (bool) $schema['additionalProperties'];
		}
		return $selected;
	}
}
NP_Declarations::init();
