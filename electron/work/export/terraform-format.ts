/** Writes Terraform: a resource for each entry, of the provider `hashicorp/vault`. */
import { composeObject, plainEscapes } from '../../../shared/vault/json-slices.ts';
import { fullPath } from '../../core/entries/current.ts';
import { currentMembers } from './exported-entry.ts';
import type { ExportAbout, ExportedEntry, Writer } from './exported-entry.ts';
import { commented } from './text-formats.ts';

/**
 * Terraform resources with `import` blocks, so that a first plan takes over what the server has. Without values each
 * one reads them from a variable.
 */
export function terraformWriter(about: ExportAbout): Writer {
  const names = new Set<string>();
  return {
    ...commented('#', about),
    entry: (entry) => {
      const { mount, path } = entry;
      const versioned = mount.engine === 'kv2';
      const values = about.options.values ? composeObject(currentMembers(entry)) : undefined;
      const name = uniqueName(fullPath(entry), names);
      const type = versioned ? 'vault_kv_secret_v2' : 'vault_kv_secret';
      const place = versioned
        ? `  mount     = ${hclText(mount.path.replace(/\/$/, ''))}\n  name      = ${hclText(path)}\n`
        : `  path      = ${hclText(mount.path + path)}\n`;
      const data = values === undefined ? `jsonencode(var.${name})` : hclText(plainEscapes(values));
      const id = versioned ? `${mount.path}data/${path}` : mount.path + path;
      return [
        ...(values === undefined
          ? [`\nvariable "${name}" {\n  type      = any\n  sensitive = true\n}\n`]
          : []),
        `\nresource "${type}" "${name}" {\n${place}  data_json = ${data}\n${customMetadataBlock(entry)}}\n`,
        `\nimport {\n  to = ${type}.${name}\n  id = ${hclText(id)}\n}\n`,
      ].join('');
    },
  };
}

function customMetadataBlock({ metadata }: ExportedEntry): string {
  if (metadata === undefined) return '';
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = metadata;
  const data = Object.entries(customMetadata).map(
    ([key, value]) => `      ${hclText(key)} = ${hclText(value)}\n`,
  );
  const seconds = secondsOf(deleteVersionAfter);
  const settings = [
    ...(maxVersions === 0 ? [] : [`    max_versions         = ${String(maxVersions)}\n`]),
    ...(casRequired ? ['    cas_required         = true\n'] : []),
    ...(seconds === 0 ? [] : [`    delete_version_after = ${String(seconds)}\n`]),
    ...(data.length === 0 ? [] : [`    data = {\n${data.join('')}    }\n`]),
  ];
  return settings.length === 0 ? '' : `  custom_metadata {\n${settings.join('')}  }\n`;
}

/** Seconds of a duration as the server writes it: `768h0m0s`. */
function secondsOf(duration: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.\d+)?s)?$/.exec(duration) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** An identifier made of a path; two paths never share one. */
function uniqueName(path: string, taken: Set<string>): string {
  const base = path.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d|$)/, '_');
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}_${String(count)}`;
  taken.add(name);
  return name;
}

/** A quoted HCL string: `${` and `%{` would begin a template. */
export function hclText(text: string): string {
  return JSON.stringify(text)
    .replace(/\\(?:([bf])|[^])/g, (escape, sign?: string) =>
      sign === undefined ? escape : sign === 'b' ? '\\u0008' : '\\u000c',
    )
    .replace(/([$%])\{/g, '$1$1{');
}
