/** Marks for invisible characters in CodeMirror, as everywhere in the app; right-to-left letters are isolated. */
import { Prec } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import {
  Decoration,
  Direction,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  highlightSpecialChars,
} from '@codemirror/view';
import type { DecorationSet, ViewUpdate } from '@codemirror/view';
import { invisibleRanges } from '../../../shared/vault/entry-facts.ts';
import { markedPieces, rightToLeft } from '../character-marks.ts';

const escaped = (code: number): string => `\\u{${code.toString(16)}}`;
const invisible = new RegExp(
  `[${invisibleRanges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`,
  'gu',
);
const rightToLeftWords = new RegExp(`${rightToLeft.source}+`, 'gu');

const isolated = Decoration.mark({ class: 'cm-isolated', bidiIsolate: Direction.RTL });
const words = new MatchDecorator({ regexp: rightToLeftWords, decoration: () => isolated });

const isolation = ViewPlugin.fromClass(
  class {
    isolates: DecorationSet;
    constructor(view: EditorView) {
      this.isolates = words.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.isolates = words.updateDeco(update, this.isolates);
    }
  },
  {
    provide: (plugin) => {
      const isolatesOf = (view: EditorView): DecorationSet =>
        view.plugin(plugin)?.isolates ?? Decoration.none;
      return [
        EditorView.decorations.of(isolatesOf),
        // Keeps the library's cursor movement in line with the browser's rendering.
        Prec.lowest(EditorView.bidiIsolatedRanges.of(isolatesOf)),
      ];
    },
  },
);

/** For every text view, including read-only ones. */
export const unseenCharacters: Extension = [
  highlightSpecialChars({
    specialChars: invisible,
    render: (code) => {
      const [mark] = markedPieces(String.fromCodePoint(code), 'none');
      const element = document.createElement('span');
      element.className = 'cm-specialChar';
      element.role = 'img';
      element.title = mark?.name ?? '';
      element.ariaLabel = mark?.name ?? '';
      element.textContent = mark?.glyph ?? '';
      return element;
    },
  }),
  isolation,
];
