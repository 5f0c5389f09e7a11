/**
 * The app: protocol. Each of our pages is an origin of its own (`app://strongroom`, `app://trusted`, `app://guide`),
 * served in its own session and from its own folder. The path is read from the raw URL: parts that a parser would
 * normalise first (`..`, `%2e%2e`, `%2f`, backslashes) are refused, and the file found must really lie below the
 * folder.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Session } from 'electron';
import { securityHeaders } from './content-security-policy.ts';
import type { FirstDocument } from './first-screen.ts';

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * The older of Electron's two handlers of a scheme. The newer, `protocol.handle`, uses `Request` and `Response`:
 * loading those at start costs main 40 ms (measured) in which the window can neither draw nor hear a key.
 */
interface BufferProtocol {
  readonly registerBufferProtocol: (
    scheme: string,
    handler: (
      request: { readonly url: string; readonly method: string },
      answer: (response: {
        readonly statusCode: number;
        readonly headers: Record<string, string>;
        readonly data: Buffer;
      }) => void,
    ) => boolean,
  ) => boolean;
}

interface Served {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The first document of a start: its policy allows its style, by the hash of the text. */
function servedFirst({ html, styleHash }: FirstDocument, headers: Readonly<Record<string, string>>): Served {
  const policy = headers['Content-Security-Policy']?.replace(
    "style-src 'self'",
    `style-src 'self' ${styleHash}`,
  );
  return {
    bytes: Buffer.from(html),
    mimeType: 'text/html; charset=utf-8',
    headers: policy === undefined ? {} : { 'Content-Security-Policy': policy },
  };
}

/** The main page's folder with all fonts; other pages share them, so each is packaged once. */
const FONT_FOLDER = 'renderer';

/**
 * Serves `folder` as the origin `app://host` in one session, and nothing else of the scheme, except fonts, which can
 * lie in the main page's folder beside it. The first load of `index.html` gets `firstDocument`, if there is one. Files
 * are read synchronously: they are small, and each step of an asynchronous read waits for a turn of main's loop, which
 * a start keeps busy.
 */
export function serveApp(
  session: Session,
  host: string,
  folder: string,
  headers: Readonly<Record<string, string>> = securityHeaders,
  firstDocument: () => FirstDocument | undefined = () => undefined,
): void {
  let isFirst = true;
  let root: string | undefined;
  let fonts: string | undefined;
  const protocol: BufferProtocol = session.protocol;
  protocol.registerBufferProtocol('app', (request, answer) => {
    const file = find(request);
    answer(
      file === undefined
        ? { statusCode: 404, headers: { ...headers }, data: Buffer.alloc(0) }
        : {
            statusCode: 200,
            headers: { ...headers, ...file.headers, 'Content-Type': file.mimeType },
            data: file.bytes,
          },
    );
    return true;
  });

  function find({ url, method }: { readonly url: string; readonly method: string }): Served | undefined {
    const names = method === 'GET' ? pathNames(url, host) : undefined;
    if (names === undefined) return undefined;
    if (isFirst && names.join('/') === 'index.html') {
      isFirst = false;
      const first = firstDocument();
      if (first !== undefined) return servedFirst(first, headers);
    }
    root ??= realPathOf(folder);
    const own = root === undefined ? undefined : fileBelow(root, names);
    if (own !== undefined || extname(names.at(-1) ?? '') !== '.woff2') return own;
    fonts ??= realPathOf(join(folder, '..', FONT_FOLDER));
    return fonts === undefined ? undefined : fileBelow(fonts, names);
  }
}

/**
 * Returns the decoded folder and file names in a URL of `app://host`; undefined for every unusual URL. The bare
 * origin is `index.html`; query and fragment are ignored.
 */
export function pathNames(url: string, host: string): readonly string[] | undefined {
  const origin = `app://${host}`;
  if (!url.startsWith(`${origin}/`) && url !== origin) return undefined;
  const path = url.slice(origin.length + 1).replace(/[?#].*$/s, '');
  if (path === '') return ['index.html'];
  const names: string[] = [];
  for (const segment of path.split('/')) {
    const name = decoded(segment);
    // Ordinary names only: no leading dot (so no `.` and `..`), no separator, no drive, no control character.
    if (name === undefined || !/^[\p{L}\p{N}_~][\p{L}\p{N}_~. -]*$/u.test(name)) return undefined;
    names.push(name);
  }
  return mimeTypes[extname(names.at(-1) ?? '')] === undefined ? undefined : names;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Invalid path: answered by 404.
    return undefined;
  }
}

/** Reads the file below `root` (a real path), if any; follows no link that leads out. */
export function fileBelow(root: string, names: readonly string[]): Served | undefined {
  const mimeType = mimeTypes[extname(names.at(-1) ?? '')];
  const path = mimeType === undefined ? undefined : realPathOf(join(root, ...names));
  if (mimeType === undefined || path?.startsWith(root + sep) !== true) return undefined;
  try {
    return { bytes: readFileSync(path), mimeType };
  } catch {
    // Missing: answered by 404.
    return undefined;
  }
}

/** Undefined if the path does not exist. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // Missing: answered by 404.
    return undefined;
  }
}
