/**
 * An error in words that are safe to write down and send on: its kind and its places in the program. Its message is
 * left out, because messages name servers, files, entries and people.
 */

const FRAMES = 5;

/** Kind, code and places of an error, on one line: `TypeError at main.cjs:12:34 < run-a1.cjs:5:6`. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${error === null ? 'null' : typeof error}`;
  const name = /^[A-Z][A-Za-z]{1,60}$/.test(error.name) ? error.name : 'Error';
  const code = 'code' in error ? String(error.code) : '';
  const places = placesIn(error);
  return [
    name,
    ...(/^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? [code] : []),
    ...(places.length === 0 ? [] : [`at ${places.join(' < ')}`]),
  ].join(' ');
}

function placesIn({ stack = '', message }: Error): readonly string[] {
  // A message can have lines that look like frames.
  const frames = stack.slice(message === '' ? 0 : stack.lastIndexOf(message) + message.length);
  return frames
    .split('\n')
    .flatMap((line) => {
      if (!/^\s+at /.test(line)) return [];
      const [, place] = /[\\/:]([\w.-]{1,80}\.[cm]?[jt]s:\d{1,7}:\d{1,7})\)?$/.exec(line) ?? [];
      return place ?? [];
    })
    .slice(0, FRAMES);
}
