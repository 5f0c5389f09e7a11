/*
 * What a folder must not import resolves to this file (`paths` in its tsconfig.json). It is no module, so the compiler
 * stops there: an unresolvable path would not do, because the compiler would go on looking in node_modules.
 */
