/** CodeMirror in the app's colours: custom properties reach into its shadow root, other styles do not. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const control = {
  border: '1px solid var(--edge)',
  borderRadius: 'var(--radius-small)',
  background: 'var(--field)',
  color: 'var(--text)',
  font: '400 12px/18px var(--sans)',
  padding: '2px 8px',
  margin: '0',
};

export const editorTheme = EditorView.theme({
  '&': {
    height: '100%',
    background: 'var(--raised)',
    color: 'var(--text)',
    fontSize: '12.5px',
    userSelect: 'text',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontFeatureSettings: "'zero' 1, 'calt' 0",
    fontVariantLigatures: 'none',
    lineHeight: '19px',
    cursor: 'text',
  },
  // As in reset.css.
  '.cm-scroller::-webkit-scrollbar': { width: '12px', height: '12px' },
  '.cm-scroller::-webkit-scrollbar-thumb': {
    border: '3px solid transparent',
    borderRadius: 'var(--round)',
    background: 'var(--line-strong) content-box',
  },
  '.cm-scroller::-webkit-scrollbar-thumb:hover': { backgroundColor: 'var(--faint)' },
  '.cm-scroller::-webkit-scrollbar-corner': { background: 'transparent' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-gutters': { background: 'var(--panel)', color: 'var(--dim)', borderRight: '1px solid var(--line)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 10px' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--hover)' },
  '.cm-cursor': { borderLeft: '1.5px solid var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection)',
  },
  '.cm-selectionMatch': { background: 'color-mix(in srgb, var(--accent) 16%, transparent)' },
  '.cm-searchMatch': { background: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { background: 'color-mix(in srgb, var(--warn) 40%, transparent)' },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--danger-soft)', color: 'var(--danger)' },
  '.cm-faultLine': { background: 'var(--danger-soft)', boxShadow: 'inset 2px 0 var(--danger)' },
  '.cm-specialChar': { color: 'var(--warn)', background: 'var(--warn-soft)' },
  '.cm-isolated': { unicodeBidi: 'isolate' },
  '.cm-foldPlaceholder': {
    background: 'var(--panel-2)',
    border: 'none',
    color: 'var(--dim)',
    padding: '0 6px',
  },
  '.cm-panels': { background: 'var(--panel)', color: 'var(--text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 30px 8px 10px',
    font: '400 12px/18px var(--sans)',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%' },
  '.cm-panel.cm-search label': {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: '12px',
    margin: '0',
  },
  '.cm-panel.cm-search input[type=checkbox]': { margin: '0', accentColor: 'var(--accent)' },
  '.cm-textfield': { ...control, minWidth: '180px' },
  '.cm-textfield:focus': {
    borderColor: 'var(--accent)',
    outline: '2px solid color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-button': { ...control, background: 'var(--raised)', backgroundImage: 'none', fontWeight: '550' },
  '.cm-button:hover': { borderColor: 'var(--dim)' },
  '.cm-button:focus-visible': { outline: '2px solid var(--focus)' },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '8px',
    width: '20px',
    color: 'var(--dim)',
    font: '400 16px/18px var(--sans)',
    cursor: 'default',
  },
});

export const codeColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--danger)' },
]);
