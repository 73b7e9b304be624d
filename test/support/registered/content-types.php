<?php
// What content-types.json declares, as a plugin of a WordPress registers it.
add_action('init', function () {
	register_post_type('book', array(
		'label' => 'Books', 'public' => true, 'show_in_rest' => true, 'rest_base' => 'books', 'has_archive' => true, 'rewrite' => array('slug' => 'library'),
		'supports' => array('title', 'editor', 'author', 'excerpt', 'thumbnail', 'comments', 'revisions', 'custom-fields'),
	));
	register_post_type('dish', array(
		'labels' => array('name' => 'Dishes', 'singular_name' => 'Dish'), 'description' => 'What is on the menu', 'public' => true, 'hierarchical' => true,
		'show_in_rest' => true, 'rest_base' => 'dishes', 'rest_namespace' => 'kitchen/v1', 'rewrite' => array('slug' => 'menu', 'with_front' => false),
		'capability_type' => array('dish', 'dishes'), 'map_meta_cap' => true, 'supports' => array('title', 'editor', 'author', 'page-attributes', 'revisions'),
	));
	register_post_type('memo', array('label' => 'Memos', 'public' => false, 'show_in_rest' => true, 'supports' => array('title', 'custom-fields')));
	register_taxonomy('genre', array('book'), array(
		'label' => 'Genres', 'hierarchical' => true, 'show_in_rest' => true, 'rest_base' => 'genres', 'show_admin_column' => true, 'rewrite' => array('hierarchical' => true),
	));
	register_taxonomy('mood', array('book', 'dish', 'attachment'), array(
		'label' => 'Moods', 'show_in_rest' => true, 'rest_base' => 'moods', 'capabilities' => array('manage_terms' => 'edit_dishes', 'edit_terms' => 'edit_dishes'),
	));
	$book = array(
		'isbn' => array('type' => 'string'),
		'pages' => array('type' => 'integer', 'description' => 'How many there are'),
		'price' => array('type' => 'number', 'default' => 9.5),
		'in_print' => array('type' => 'boolean'),
		'translator' => array('type' => 'string', 'single' => false),
		'keywords' => array('type' => 'array', 'show_in_rest' => array('schema' => array('items' => array('type' => 'string')))),
		'size' => array('type' => 'object', 'show_in_rest' => array('schema' => array('properties' => array(
			'width' => array('type' => 'integer'), 'height' => array('type' => 'number'), 'unit' => array('type' => 'string', 'enum' => array('mm', 'in')),
		)))),
		'stars' => array('type' => 'integer', 'show_in_rest' => array('schema' => array('minimum' => 0, 'maximum' => 5))),
		'edition' => array('type' => 'string', 'revisions_enabled' => true),
		'_ledger' => array('type' => 'string'),
		'_shelf' => array('type' => 'string', 'auth_callback' => function () { return current_user_can('edit_others_posts'); }),
	);
	foreach ($book as $key => $field) register_post_meta('book', $key, $field + array('single' => true, 'show_in_rest' => true));
	register_post_meta('memo', 'colour', array('type' => 'string', 'single' => true, 'show_in_rest' => true));
	register_term_meta('genre', 'colour', array('type' => 'string', 'single' => true, 'show_in_rest' => true));
	register_meta('user', 'motto', array('type' => 'string', 'single' => true, 'show_in_rest' => true));
	register_meta('comment', 'tone', array('type' => 'string', 'single' => true, 'show_in_rest' => true));
	if (wp_installing()) return;
	foreach (get_post_type_object('dish')->cap as $question => $capability)
		if (!in_array($question, array('edit_post', 'read_post', 'delete_post'))) get_role('administrator')->add_cap($capability);
});
