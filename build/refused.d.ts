/*
 * Forbidden imports of a folder resolve to this file (`paths` in its tsconfig.json). As it is not a module, the
 * compiler reports an error: with an unresolvable path it would go on searching in node_modules.
 */
