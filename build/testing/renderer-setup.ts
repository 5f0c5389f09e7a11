/** What every test of the renderer starts with. */
import { configure } from '@testing-library/dom';

// A busy machine takes longer than the one second that the library waits: a part that is loaded late is late, not missing.
configure({ asyncUtilTimeout: 15_000 });

// jsdom has no layout: CodeMirror, which measures its lines after a frame, finds none.
const { Range } = globalThis as unknown as { Range: { prototype: { getClientRects: () => unknown[] } } };
Range.prototype.getClientRects = () => [];
