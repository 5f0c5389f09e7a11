/** The policy language for CodeMirror: blocks, capabilities, comments. Policies can also be JSON. */
import { StreamLanguage } from '@codemirror/language';
import type { StreamParser } from '@codemirror/language';

interface State {
  comment: boolean;
}

const words = new Set(['path', 'capabilities', 'policy', 'true', 'false']);
const settings =
  /^(?:allowed_parameters|denied_parameters|required_parameters|min_wrapping_ttl|max_wrapping_ttl|mfa_methods|control_group|subscribe_event_types|expiration|pagination_limit|comment)\b/;

const parser: StreamParser<State> = {
  name: 'hcl',
  startState: () => ({ comment: false }),
  token: (stream, state) => {
    if (state.comment) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return 'comment';
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^(?:#|\/\/)/)) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match('/*')) {
      state.comment = true;
      return 'comment';
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^-?\d[\w.]*/)) return 'number';
    if (stream.match(settings)) return 'propertyName';
    if (stream.match(/^[\w-]+/)) return words.has(stream.current()) ? 'keyword' : 'propertyName';
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '#' } },
};

export const hcl = StreamLanguage.define(parser);
