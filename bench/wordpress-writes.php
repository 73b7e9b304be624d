<?php
// Writes through WordPress's own functions, and prints the processor milliseconds of PHP for each kind.
// Arguments: folder of WordPress, kind (create, update, comment), number of writes.
[, $folder, $kind, $number] = $argv;
$_SERVER['HTTP_HOST'] = 'localhost';
require "$folder/wp-load.php";
wp_set_current_user(1);
$terms = get_terms(['taxonomy' => 'category', 'hide_empty' => false, 'fields' => 'ids', 'number' => 2]);
$create = fn(int $one) => wp_insert_post([
    'post_title' => "Measured $one",
    'post_content' => str_repeat('<p>Text of a measured post.</p>', 20),
    'post_status' => 'publish',
    'post_category' => $terms,
]);
$post = $create(0);
$kinds = [
    'create' => $create,
    'update' => fn(int $one) => wp_update_post(['ID' => $post, 'post_title' => "Changed $one", 'post_content' => "Text $one"]),
    'comment' => fn(int $one) => wp_insert_comment([
        'comment_post_ID' => $post,
        'comment_content' => "Comment $one",
        'comment_author' => 'Reader',
        'comment_author_email' => 'reader@example.org',
        'comment_approved' => 1,
    ]),
];
$write = $kinds[$kind];
for ($one = 1; $one <= 20; $one++) $write($one);
echo "ready\n";
fgets(STDIN);
$milliseconds = function () {
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1000 + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1000;
};
$before = $milliseconds();
for ($one = 1; $one <= $number; $one++) $write($one);
echo ($milliseconds() - $before) / $number, "\n";
// The next run finds the site as it was: WordPress counts the posts of a category with every new one.
foreach (['postmeta' => 'post_id', 'term_relationships' => 'object_id', 'comments' => 'comment_post_ID'] as $table => $column)
    $wpdb->query("DELETE FROM {$wpdb->$table} WHERE $column >= $post");
$wpdb->query("DELETE FROM {$wpdb->posts} WHERE ID >= $post");
