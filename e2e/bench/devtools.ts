/**
 * A small client of the DevTools protocol over one WebSocket. The bench uses it directly instead of Playwright:
 * attaching Playwright costs a few hundred milliseconds and some memory in every process, equally on both sides of a
 * comparison, which would make any difference look smaller than it is.
 */

import { within } from './within.ts';

type Params = Readonly<Record<string, unknown>>;
type Listener = (params: Params, sessionId: string | undefined) => void;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Params;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Longer than any wait in a page. */
const ANSWER_MS = 60_000;

/** Error of a command whose page closed before it could answer. */
export const PAGE_GONE = 'the page is gone';

interface Waiting {
  readonly sessionId: string | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** A connection to a browser (whose pages are addressed by `sessionId`) or to the inspector of a Node process. */
export class DevTools {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #lastId = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', (event) => {
      this.#receive(JSON.parse(String(event.data)) as Message);
    });
    socket.addEventListener('close', () => {
      this.#abandon(() => true, 'the DevTools connection was closed');
    });
    // A closed page never answers its pending commands.
    this.on('Target.detachedFromTarget', ({ sessionId: gone }) => {
      this.#abandon((sessionId) => sessionId === gone, PAGE_GONE);
    });
  }

  /** Connects to a `ws://127.0.0.1…` address; rejects if it does not answer. */
  static connect(url: string): Promise<DevTools> {
    const socket = new WebSocket(url);
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => {
        resolve(new DevTools(socket));
      });
      socket.addEventListener('error', () => {
        reject(new Error(`no DevTools connection to ${url}`));
      });
    });
  }

  /** Sends one command, returns its result; rejects with the protocol's message or if the connection closes. */
  send(method: string, params: Params = {}, sessionId?: string): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) {
        reject(new Error(`${method}: the DevTools connection is closed`));
        return;
      }
      this.#waiting.set(id, {
        sessionId,
        resolve,
        reject: (reason) => {
          reject(new Error(`${method}: ${reason.message}`));
        },
      });
      this.#socket.send(
        JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }),
      );
    });
    return within(ANSWER_MS, method, answer);
  }

  /** Calls `listener` for each event of that name, of any session; returns the function that ends it. */
  on(method: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  close(): void {
    this.#socket.close();
  }

  #abandon(concerns: (sessionId: string | undefined) => boolean, why: string): void {
    for (const [id, { sessionId, reject }] of this.#waiting) {
      if (!concerns(sessionId)) continue;
      this.#waiting.delete(id);
      reject(new Error(why));
    }
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
    } else if (message.method !== undefined) {
      const listeners = [...(this.#listeners.get(message.method) ?? [])];
      for (const listener of listeners) listener(message.params ?? {}, message.sessionId);
    }
  }
}
