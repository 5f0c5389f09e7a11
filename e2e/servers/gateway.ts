/** A gateway that serves the real server below a path; requests to other paths go to its neighbours. */
import type { IncomingMessage } from 'node:http';
import { answer, bodyOf, forward, isConnectionQuestion, jsonAnswer, listen } from './forwarding.ts';
import type { ForwardedReply, Listening, Target } from './forwarding.ts';

export interface Gateway extends Listening {
  /** Address of the server: the gateway's, with the path. */
  readonly serverAddress: string;
  /** Requests for anything else, with their headers. */
  readonly neighbours: readonly { readonly url: string; readonly headers: IncomingMessage['headers'] }[];
  /** Redirects the next request for the server to this path of the gateway. */
  readonly redirectTo: (path: string) => void;
}

/** Starts the gateway; `basePath`, e.g. `/team-a/vault`, is removed from forwarded paths. */
export async function startGateway(target: Target, basePath: string): Promise<Gateway> {
  const neighbours: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
  let location: string | undefined;
  async function respond(request: IncomingMessage): Promise<ForwardedReply> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await bodyOf(request);
    if (!url.startsWith(`${basePath}/`)) {
      neighbours.push({ url, headers });
      return jsonAnswer(404, { message: 'no such service' });
    }
    if (location !== undefined && !isConnectionQuestion(request)) {
      const led = location;
      location = undefined;
      return { ...jsonAnswer(307, {}), headers: { location: led } };
    }
    return forward(target, { method, url: url.slice(basePath.length), headers, body });
  }
  const listening = await listen((request, response) => {
    void respond(request).then(
      (reply) => {
        answer(response, reply);
      },
      () => response.destroy(),
    );
  });
  return {
    ...listening,
    serverAddress: listening.address + basePath,
    neighbours,
    redirectTo: (path) => {
      location = path;
    },
  };
}
