import { expect, it } from 'vitest';
import { documentedSwitches, type OwnSwitch } from '../../electron/platform/switches.ts';
import { bashCompletion, fishCompletion, manualPage, zshCompletion } from './switch-files.ts';

const about = { version: '1.2.3', epoch: 1_700_000_000 };
const told: Readonly<Record<string, OwnSwitch>> = documentedSwitches();
const odd: Readonly<Record<string, OwnSwitch>> = {
  plain: { says: "It's said [so]: C:\\x" },
  place: { value: 'DIR', says: 'Take this' },
};

it('names every switch in the manual page and in all completions', () => {
  expect(Object.keys(told)).toContain('connect');
  const page = manualPage(told, about).replaceAll('\\-', '-');
  for (const name of Object.keys(told)) {
    expect(page).toMatch(new RegExp(`^\\.B --${name}(=[A-Z]+)?$`, 'm'));
    expect(bashCompletion(told)).toMatch(new RegExp(`[ ']--${name}[ =']`));
    expect(zshCompletion(told)).toContain(`'--${name}`);
    expect(fishCompletion(told)).toContain(`-l ${name} `);
  }
});

it('names the version and the day of the commit', () => {
  expect(manualPage(told, about)).toContain('.TH STRONGROOM 1 "2023-11-14" "Strongroom 1.2.3"');
});

it('lets no text of a switch become code of a shell', () => {
  expect(zshCompletion(odd)).toContain("'--plain[It'\\''s said \\[so\\]\\: C\\:\\\\x]'");
  expect(fishCompletion(odd)).toContain("-d 'It\\'s said [so]: C:\\\\x'");
  expect(manualPage(odd, about)).toContain("It's said [so]: C:\\ex.");
});

it('offers folders where a folder is wanted', () => {
  expect(bashCompletion(odd)).toContain('--place)\n    _filedir -d');
  expect(zshCompletion(odd)).toContain("'--place=[Take this]:dir:_files -/'");
  expect(fishCompletion(odd)).toContain('__fish_complete_directories');
});
