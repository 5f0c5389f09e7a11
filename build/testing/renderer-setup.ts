/** Setup of every renderer test. */
import { configure } from '@testing-library/dom';

// The library's default of one second is too short for a lazily loaded part on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout: CodeMirror, which measures its lines after a frame, gets an empty result.
const { Range, Element } = globalThis as unknown as {
  Range: { prototype: { getClientRects: () => unknown[] } };
  Element: { prototype: { scrollIntoView: () => void } };
};
Range.prototype.getClientRects = () => [];
// Nor has it a view to scroll into.
Element.prototype.scrollIntoView = () => undefined;
