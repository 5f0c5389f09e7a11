/** The manual page and the completions of three shells, generated from the lists of switches and of commands. */
import type { OwnSwitch } from '../../electron/platform/switches.ts';

/** The documented switches, by name. */
export type Documented = Readonly<Record<string, OwnSwitch>>;

/** Commands and exit codes of the launcher, as its `describe` prints them. */
export interface LauncherFacts {
  readonly commands: readonly {
    readonly name: string;
    readonly usage: string;
    readonly says: string;
    readonly switches: readonly string[];
  }[];
  readonly exits: readonly { readonly name: string; readonly code: number; readonly says: string }[];
}

/** `--connect=URL`, or `--version`. */
function usage(name: string, { value }: OwnSwitch): string {
  return value === undefined ? `--${name}` : `--${name}=${value}`;
}

/** Section 1 of the manual, for `man strongroom`. */
export function manualPage(
  switches: Documented,
  launcher: LauncherFacts,
  { version, epoch }: { version: string; epoch: number },
): string {
  const day = new Date(epoch * 1000).toISOString().slice(0, 10);
  const rows = Object.entries(switches).flatMap(([name, each]) => [
    '.TP',
    `.B ${troff(usage(name, each))}`,
    troff(`${each.says}.`),
  ]);
  const commands = launcher.commands.flatMap((each) => [
    '.TP',
    `.B strongroom ${troff(each.usage)}`,
    troff(`${each.says}.`),
  ]);
  const exits = launcher.exits.flatMap((each) => ['.TP', `.B ${String(each.code)}`, troff(each.says)]);
  return [
    `.TH STRONGROOM 1 "${day}" "Strongroom ${version}" "User Commands"`,
    '.SH NAME',
    'strongroom \\- desktop client for HashiCorp Vault and OpenBao',
    '.SH SYNOPSIS',
    '.B strongroom',
    '.RI [ switch \\ ...]',
    '.br',
    '.B strongroom',
    '.I command',
    '.RI [ switch \\ ...]',
    '.SH DESCRIPTION',
    'Strongroom browses, reads and edits what a Vault or OpenBao server keeps, without a secret reaching a shell',
    'history or a web page. One app runs for each data folder: a second start brings the first to the front, and',
    'hands it the address to connect to.',
    '.PP',
    'Without a command the app is started. With one, the running app is asked for secrets for a program: it shows',
    'who asks for what in the secure prompt, and gives nothing before a yes.',
    '.PP',
    troff('The value of a switch of the app stands behind an equals sign, in one word with it.'),
    'Switches of Chromium that open the app to others, weaken its sandbox or lead its traffic elsewhere are refused.',
    '.SH COMMANDS',
    ...commands,
    '.SH REFERENCES',
    troff('strongroom://CONNECTION/MOUNT/PATH[?version=N][#KEY]'),
    '.PP',
    'CONNECTION is the name of a connection of the app; a reference has no host, user or token and can be committed.',
    troff('--connection fills in a reference that names none: strongroom:///MOUNT/PATH#KEY.'),
    '.PP',
    troff(
      'run reads references from its environment and from a file of lines NAME=REFERENCE, by default .env.strongroom in its folder. A reference without KEY, alone on a line, gives a variable for each key of the entry. Variables that change how programs start (LD_PRELOAD, NODE_OPTIONS, PATH and others) must be set in the environment.',
    ),
    '.PP',
    troff(
      'In a template, {{ REFERENCE }} is replaced by the value as it is; a reference between quotes by a value that fits between them.',
    ),
    '.SH OUTPUT',
    troff(
      'An output of run that is not a terminal is masked: values, their base64, hexadecimal, percent-encoded and JSON forms become •••. Values shorter than four bytes, reversed or split ones, other encodings and compressed or encrypted output are not masked. --no-mask leaves output alone, --mask masks a terminal, too.',
    ),
    '.PP',
    'Without a mask and without leases the program takes the place of the launcher, with its process ID. Otherwise the',
    'launcher stays as its parent, passes signals on, and ends as the program ends; what the program leaves in the',
    'background loses its masked output then. Leases of dynamic credentials are revoked when the program ends.',
    '.PP',
    'Programs of the same user can read the environment and the memory of the program that got a value.',
    '.SH OPTIONS',
    ...rows,
    '.SH ENVIRONMENT',
    troff(
      'VAULT_* and BAO_* are offered to fill in where a connection is made, and never used by themselves.',
    ),
    troff('A command finds the app by XDG_RUNTIME_DIR and a program by PATH.'),
    '.SH EXIT STATUS',
    'A refused switch or variable ends the app with status 2 and one line on standard error.',
    troff('run ends with the status or the signal of its program. Otherwise a command that fails ends with:'),
    ...exits,
    '.SH FILES',
    '.TP',
    '.I ~/.config/strongroom',
    troff('Connections and settings, without a secret. Settings › Privacy names every file.'),
    '.TP',
    '.I .env.strongroom',
    'References for programs of a folder.',
    '',
  ].join('\n');
}

/** Switches of commands that take a file, or a name of a connection. */
const filed = ['--env-file', '--template'];

/** Commands whose words are references, by the folders that `strongroom ls` names. */
const byReference = ['read', 'env', 'ls'];

/**
 * For bash, in the folder of the package bash-completion. Names come from `strongroom ls --quiet`, which opens no
 * question and answers names alone.
 */
export function bashCompletion(switches: Documented, { commands }: LauncherFacts): string {
  const words = Object.entries(switches).map(([name, { value }]) =>
    value === undefined ? `--${name}` : `--${name}=`,
  );
  const folders = Object.entries(switches).flatMap(([name, { value }]) =>
    value === 'DIR' ? [`--${name}`] : [],
  );
  const names = commands.map(({ name }) => name).join(' ');
  return [
    '# bash completion for strongroom',
    '_strongroom_references() {',
    '  local at=""',
    '  case "$cur" in strongroom://*/*) at=${cur%/*}/ ;; esac',
    `  mapfile -t COMPREPLY < <(compgen -W "$(strongroom ls --quiet $\{at:+"$at"} 2>/dev/null)" -- "$cur")`,
    '  compopt -o nospace',
    '  declare -F __ltrim_colon_completions >/dev/null && __ltrim_colon_completions "$cur"',
    '}',
    '_strongroom() {',
    '  local cur prev words cword command= at',
    '  _init_completion -s -n : || return',
    `  for ((at = 1; at < cword; at++)); do case " ${names} " in *" $\{words[at]} "*) command=$\{words[at]}; break ;; esac; [[ $\{words[at]} == -* ]] || break; done`,
    '  case "$prev" in',
    ...folders.flatMap((name) => [`  ${name})`, '    _filedir -d', '    return', '    ;;']),
    `  ${filed.join(' | ')})`,
    '    _filedir',
    '    return',
    '    ;;',
    '  --connection)',
    `    mapfile -t COMPREPLY < <(compgen -W "$(strongroom ls --quiet 2>/dev/null | sed 's|^strongroom://||; s|/$||')" -- "$cur")`,
    '    return',
    '    ;;',
    '  esac',
    '  case "$command" in',
    "  '')",
    `    COMPREPLY=($(compgen -W '${words.join(' ')}${names === '' ? '' : ` ${names}`}' -- "$cur"))`,
    '    ;;',
    ...commands.flatMap(({ name, switches: own }) => [
      `  ${name})`,
      `    if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '${own.join(' ')}' -- "$cur"))`,
      ...(name === 'run'
        ? ['    else _command_offset $((at + 1))']
        : byReference.includes(name)
          ? ['    else _strongroom_references']
          : ['inject', 'mount'].includes(name)
            ? ['    else _filedir']
            : []),
      '    fi',
      '    return',
      '    ;;',
    ]),
    '  esac',
    '  [[ ${COMPREPLY-} == *= ]] && compopt -o nospace',
    '}',
    'complete -F _strongroom strongroom',
    '',
  ].join('\n');
}

/** Escapes a text within zsh's single quotes and the brackets of `_arguments`. */
function zshText(text: string): string {
  return text.replaceAll(/[[\]:'\\]/g, (mark) => (mark === "'" ? "'\\''" : `\\${mark}`));
}

/** For zsh, in a folder of its `fpath`. */
export function zshCompletion(switches: Documented, { commands }: LauncherFacts): string {
  const rows = Object.entries(switches).map(([name, { value, says }]) => {
    const of = value === undefined ? '' : `:${value.toLowerCase()}:${value === 'DIR' ? '_files -/' : ''}`;
    return `'--${name}${value === undefined ? '' : '='}[${zshText(says)}]${of}'`;
  });
  const argument = (name: string): string =>
    filed.includes(name)
      ? `'${name}=:file:_files'`
      : name === '--connection'
        ? `'${name}=:connection:_strongroom_connections'`
        : `'${name}'`;
  const rest = (name: string): readonly string[] =>
    name === 'run'
      ? ["'(-)1:program:_command_names -e'", "'*::arguments:_normal'"]
      : byReference.includes(name)
        ? ["'1:reference:_strongroom_references'"]
        : ['inject', 'mount'].includes(name)
          ? ["'*:file:_files'"]
          : [];
  return [
    '#compdef strongroom',
    '_strongroom_connections() {',
    '  local -a found',
    '  found=(${${${(f)"$(strongroom ls --quiet 2>/dev/null)"}#strongroom://}%/})',
    '  compadd -a found',
    '}',
    '_strongroom_references() {',
    '  local at=',
    '  [[ $PREFIX == strongroom://*/* ]] && at=${PREFIX%/*}/',
    '  local -a found',
    '  found=(${(f)"$(strongroom ls --quiet ${at:+$at} 2>/dev/null)"})',
    "  compadd -S '' -a found",
    '}',
    '_strongroom() {',
    '  local curcontext="$curcontext" state line',
    `  _arguments -C \\\n    ${[...rows, "'1:command:->command'", "'*::argument:->argument'"].join(' \\\n    ')}`,
    '  case $state in',
    '  command)',
    `    local -a commands=(${commands.map(({ name, says }) => `'${name}:${zshText(says)}'`).join(' ')})`,
    '    _describe command commands',
    '    ;;',
    '  argument)',
    '    case $line[1] in',
    ...commands.map(
      ({ name, switches: own }) =>
        `    ${name}) _arguments ${name === 'run' ? '-A "-*" ' : ''}${[...own.map(argument), ...rest(name)].join(' ')} ;;`,
    ),
    '    esac',
    '    ;;',
    '  esac',
    '}',
    '_strongroom "$@"',
    '',
  ].join('\n');
}

/** For fish, in its vendor_completions.d. */
export function fishCompletion(switches: Documented, { commands }: LauncherFacts): string {
  const quoted = (text: string): string => text.replaceAll(/['\\]/g, (mark) => `\\${mark}`);
  const rows = Object.entries(switches).map(([name, { value, says }]) => {
    const of = value === undefined ? '' : value === 'DIR' ? " -x -a '(__fish_complete_directories)'" : ' -x';
    return `complete -c strongroom -n __fish_use_subcommand -l ${name}${of} -d '${quoted(says)}'`;
  });
  const own = commands.flatMap(({ name, says, switches: taken }) => {
    const seen = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c strongroom -n __fish_use_subcommand -a ${name} -d '${quoted(says)}'`,
      ...taken.map((each) => {
        const of = filed.includes(each)
          ? ' -r -F'
          : each === '--connection'
            ? " -x -a '(__strongroom_connections)'"
            : '';
        return `complete -c strongroom ${seen} -l ${each.slice(2)}${of}`;
      }),
      ...(byReference.includes(name)
        ? [`complete -c strongroom ${seen} -x -a '(__strongroom_references)'`]
        : name === 'run'
          ? [`complete -c strongroom ${seen} -x -a '(__fish_complete_subcommand --fcs-skip=2)'`]
          : ['inject', 'mount'].includes(name)
            ? [`complete -c strongroom ${seen} -F`]
            : []),
    ];
  });
  return [
    'function __strongroom_connections',
    "  strongroom ls --quiet 2>/dev/null | string replace 'strongroom://' '' | string trim --right --chars=/",
    'end',
    'function __strongroom_references',
    "  set -l at (commandline -ct | string replace --regex '[^/]*$' '')",
    "  string match -q 'strongroom://*/*' -- $at; or set at",
    '  strongroom ls --quiet $at 2>/dev/null',
    'end',
    'complete -c strongroom -f',
    ...rows,
    ...own,
    '',
  ].join('\n');
}

/** Escapes a line for troff: no control line, hyphens that can be copied. */
function troff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/g, '\\&');
}
