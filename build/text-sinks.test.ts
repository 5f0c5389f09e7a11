/**
 * Server texts reach the screen only in ways that mark invisible characters: JSX in the app's page, `dom.ts` in the
 * secure prompt. Code that writes into a document, a window or the desktop in another way is listed here, with the
 * reason why no unmarked server text gets there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/places.mjs';
import { sources } from './testing/texts.mjs';

/** APIs that parse a text as HTML. */
const parses =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\bsetHTML|dangerouslySetInnerHTML/;

/** APIs that display a text or pass it to a screen reader. */
const writes =
  /\.(?:textContent|innerText|nodeValue|title|ariaLabel|placeholder|alt) = |createTextNode|replaceChildren\(|\.append\(|setAttribute\(|(?<!document\.)\bcreateElement\(|insertAdjacent|fillText|strokeText|document\.title|setTitle\(|setToolTip\(|showMessageBox|showErrorBox|buildFromTemplate|new (?:Notification|Class)\(|defaultPath|flashFrame|setOverlayIcon|\bnew U?uPlot|\bnew UPlot/;

const reasons: Readonly<Record<string, string>> = {
  'electron/platform/dialogs.ts': 'a suggested file name, plain by suggestedFileName and snapshotName',
  'electron/platform/notifications.ts': 'marks title and body',
  'electron/platform/refused-start.ts': 'names of switches and variables of our own list',
  'electron/window/menu.ts': 'commands of the app alone',
  'electron/window/tray.ts': 'labels of trayMenu, by shownName',
  'renderer/screens/administration/server/chart.tsx': 'times and numbers; names stand beside it as JSX',
  'renderer/screens/cluster/sparkline.tsx': 'no text at all',
  'renderer/trusted/changed-lines.ts': 'elements that dom.ts made',
  'renderer/trusted/dom.ts': 'the place that marks',
  'renderer/trusted/main.ts': 'elements that dom.ts made, and states',
  'renderer/trusted/mark-picture.ts': 'shapes and colours from eight digits',
  'renderer/trusted/secret-prompt.ts': 'line breaks alone',
  'renderer/trusted/select-nothing.ts': 'a state',
  'renderer/trusted/unseen-marks.ts': 'the marks',
  'renderer/trusted/visible-text.ts': 'what dom.ts has marked',
  'renderer/ui/code/unseen-characters.ts': 'the marks of CodeMirror',
  'renderer/ui/marked-jsx/marked-children.ts': 'the place that marks',
  'renderer/ui/marked-pieces.ts': 'the marks',
};

test('nothing reads a text as HTML, and nothing writes one past the places that mark it @no-html', () => {
  const found = (pattern: RegExp): string[] =>
    sources().filter((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && pattern.test(line)),
    );
  expect(found(parses)).toEqual([]);
  expect(found(writes)).toEqual(Object.keys(reasons));
});
