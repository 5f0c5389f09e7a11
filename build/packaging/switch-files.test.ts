import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentedSwitches, type OwnSwitch } from '../../electron/platform/switches.ts';
import { onPath } from '../setup/places.mjs';
import {
  bashCompletion,
  fishCompletion,
  manualPage,
  zshCompletion,
  type LauncherFacts,
} from './switch-files.ts';

const about = { version: '1.2.3', epoch: 1_700_000_000 };
const launcher: LauncherFacts = {
  commands: [
    {
      name: 'run',
      usage: 'run [--mask] PROGRAM',
      says: "Run a program's command",
      switches: ['--mask', '--env-file'],
    },
    { name: 'read', usage: 'read REFERENCE', says: 'Write [one] value', switches: ['--connection'] },
    { name: 'inject', usage: 'inject TEMPLATE FILE', says: 'Write a file', switches: [] },
  ],
  exits: [{ name: 'denied', code: 81, says: 'Refused.' }],
};
const told: Readonly<Record<string, OwnSwitch>> = documentedSwitches();
const odd: Readonly<Record<string, OwnSwitch>> = {
  plain: { says: "It's said [so]: C:\\x" },
  place: { value: 'DIR', says: 'Take this' },
};

it('names every switch in the manual page and in all completions', () => {
  expect(Object.keys(told)).toContain('connect');
  const page = manualPage(told, launcher, about).replaceAll('\\-', '-');
  for (const name of Object.keys(told)) {
    expect(page).toMatch(new RegExp(`^\\.B --${name}(=[A-Z]+)?$`, 'm'));
    expect(bashCompletion(told, launcher)).toMatch(new RegExp(`[ ']--${name}[ =']`));
    expect(zshCompletion(told, launcher)).toContain(`'--${name}`);
    expect(fishCompletion(told, launcher)).toContain(`-l ${name} `);
  }
});

it('names every command, its switches, and every exit status', () => {
  const page = manualPage(told, launcher, about).replaceAll('\\-', '-');
  expect(page).toContain('.TP\n.B 81\nRefused.\n');
  for (const { name, usage, switches } of launcher.commands) {
    expect(page).toContain(`.B strongroom ${usage}\n`);
    expect(bashCompletion(told, launcher)).toContain(`  ${name})\n`);
    expect(zshCompletion(told, launcher)).toContain(`    ${name}) _arguments`);
    expect(fishCompletion(told, launcher)).toContain(`-a ${name} -d`);
    for (const each of switches) {
      expect(bashCompletion(told, launcher)).toMatch(new RegExp(`'[^']*${each}[^']*' --`));
      expect(zshCompletion(told, launcher)).toContain(`'${each}`);
      expect(fishCompletion(told, launcher)).toContain(`-l ${each.slice(2)}`);
    }
  }
});

const scripts = [
  { shell: 'bash', args: ['-n'], made: bashCompletion },
  { shell: 'zsh', args: ['-n'], made: zshCompletion },
  { shell: 'fish', args: ['--no-execute'], made: fishCompletion },
].filter(({ shell }) => onPath(shell) !== undefined);

it.each(scripts)('is a script that $shell reads', ({ shell, args, made }) => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-completion-'));
  const file = join(folder, 'script');
  writeFileSync(file, made(told, launcher));
  const { status, stderr } = spawnSync(shell, [...args, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it.runIf(onPath('bash') !== undefined)('completes commands and references in bash, from names alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-completion-'));
  const fake = `#!/bin/sh\necho "$@" >>"${folder}/asked"\necho strongroom://c/secret/apps/\necho strongroom://c/secret/db\n`;
  writeFileSync(join(folder, 'strongroom'), fake, { mode: 0o755 });
  const completed = (...words: readonly string[]): string => {
    const script = `
      _init_completion() { cur=\${COMP_WORDS[COMP_CWORD]}; prev=\${COMP_WORDS[COMP_CWORD-1]}; words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; }
      compopt() { :; }
      ${bashCompletion(told, launcher)}
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _strongroom; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script, 'bash', 'strongroom', ...words], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    }).trim();
  };
  expect(completed('re')).toBe('read');
  expect(completed('read', '--c')).toBe('--connection');
  expect(completed('read', 'strongroom://c/secret/a')).toBe('strongroom://c/secret/apps/');
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('ls --quiet strongroom://c/secret/\n');
  rmSync(folder, { recursive: true });
});

it('names the version and the day of the commit', () => {
  expect(manualPage(told, launcher, about)).toContain('.TH STRONGROOM 1 "2023-11-14" "Strongroom 1.2.3"');
});

it('lets no text of a switch become code of a shell', () => {
  expect(zshCompletion(odd, launcher)).toContain("'--plain[It'\\''s said \\[so\\]\\: C\\:\\\\x]'");
  expect(fishCompletion(odd, launcher)).toContain("-d 'It\\'s said [so]: C:\\\\x'");
  expect(manualPage(odd, launcher, about)).toContain("It's said [so]: C:\\ex.");
});

it('offers folders where a folder is wanted', () => {
  expect(bashCompletion(odd, launcher)).toContain('--place)\n    _filedir -d');
  expect(zshCompletion(odd, launcher)).toContain("'--place=[Take this]:dir:_files -/'");
  expect(fishCompletion(odd, launcher)).toContain('__fish_complete_directories');
});
