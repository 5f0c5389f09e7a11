/** The manual page and the completions of three shells, generated from the list of switches. */
import type { OwnSwitch } from '../../electron/platform/switches.ts';

/** The documented switches, by name. */
export type Documented = Readonly<Record<string, OwnSwitch>>;

/** `--connect=URL`, or `--version`. */
function usage(name: string, { value }: OwnSwitch): string {
  return value === undefined ? `--${name}` : `--${name}=${value}`;
}

/** Section 1 of the manual, for `man strongroom`. */
export function manualPage(
  switches: Documented,
  { version, epoch }: { version: string; epoch: number },
): string {
  const day = new Date(epoch * 1000).toISOString().slice(0, 10);
  const rows = Object.entries(switches).flatMap(([name, each]) => [
    '.TP',
    `.B ${troff(usage(name, each))}`,
    troff(`${each.says}.`),
  ]);
  return [
    `.TH STRONGROOM 1 "${day}" "Strongroom ${version}" "User Commands"`,
    '.SH NAME',
    'strongroom \\- desktop client for HashiCorp Vault and OpenBao',
    '.SH SYNOPSIS',
    '.B strongroom',
    '.RI [ switch \\ ...]',
    '.SH DESCRIPTION',
    'Strongroom browses, reads and edits what a Vault or OpenBao server keeps, without a secret reaching a shell',
    'history or a web page. One app runs for each data folder: a second start brings the first to the front, and',
    'hands it the address to connect to.',
    '.PP',
    troff('The value of a switch stands behind an equals sign, in one word with it.'),
    'Switches of Chromium that open the app to others, weaken its sandbox or lead its traffic elsewhere are refused.',
    '.SH OPTIONS',
    ...rows,
    '.SH ENVIRONMENT',
    troff(
      'VAULT_* and BAO_* are offered to fill in where a connection is made, and never used by themselves.',
    ),
    '.SH EXIT STATUS',
    'A refused switch or variable ends the app with status 2 and one line on standard error.',
    '.SH FILES',
    '.TP',
    '.I ~/.config/strongroom',
    troff('Connections and settings, without a secret. Settings › Privacy names every file.'),
    '',
  ].join('\n');
}

/** For bash, in the folder of the package bash-completion. */
export function bashCompletion(switches: Documented): string {
  const words = Object.entries(switches).map(([name, { value }]) =>
    value === undefined ? `--${name}` : `--${name}=`,
  );
  const folders = Object.entries(switches).flatMap(([name, { value }]) =>
    value === 'DIR' ? [`--${name}`] : [],
  );
  return [
    '# bash completion for strongroom',
    '_strongroom() {',
    '  local cur prev words cword',
    '  _init_completion -s || return',
    '  case "$prev" in',
    ...folders.flatMap((name) => [`  ${name})`, '    _filedir -d', '    return', '    ;;']),
    '  esac',
    `  COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`,
    '  [[ ${COMPREPLY-} == *= ]] && compopt -o nospace',
    '}',
    'complete -F _strongroom strongroom',
    '',
  ].join('\n');
}

/** For zsh, in a folder of its `fpath`. */
export function zshCompletion(switches: Documented): string {
  const rows = Object.entries(switches).map(([name, { value, says }]) => {
    const text = says.replaceAll(/[[\]:'\\]/g, (mark) => (mark === "'" ? "'\\''" : `\\${mark}`));
    const of = value === undefined ? '' : `:${value.toLowerCase()}:${value === 'DIR' ? '_files -/' : ''}`;
    return `'--${name}${value === undefined ? '' : '='}[${text}]${of}'`;
  });
  return ['#compdef strongroom', `_arguments \\\n  ${rows.join(' \\\n  ')}`, ''].join('\n');
}

/** For fish, in its vendor_completions.d. */
export function fishCompletion(switches: Documented): string {
  const rows = Object.entries(switches).map(([name, { value, says }]) => {
    const text = says.replaceAll(/['\\]/g, (mark) => `\\${mark}`);
    const of = value === undefined ? '' : value === 'DIR' ? " -x -a '(__fish_complete_directories)'" : ' -x';
    return `complete -c strongroom -l ${name}${of} -d '${text}'`;
  });
  return ['complete -c strongroom -f', ...rows, ''].join('\n');
}

/** Escapes a line for troff: no control line, hyphens that can be copied. */
function troff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/g, '\\&');
}
