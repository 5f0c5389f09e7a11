/** Runs electron-builder once, in the project's Node: `node build/make-package.mjs '{"output":…}'`. */
import { build, Platform } from 'electron-builder';
import { packageConfig } from './electron-builder.mjs';

const options = JSON.parse(process.argv[2] ?? '{}');
await build({
  targets: Platform.LINUX.createTarget('dir'),
  config: packageConfig(options),
  publish: 'never',
});
