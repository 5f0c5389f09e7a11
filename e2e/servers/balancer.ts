/** A load balancer in front of the nodes of a cluster: each request goes to the next node. */
import { answer, asSent, bodyOf, forward, listen } from './forwarding.ts';
import type { Listening, Target } from './forwarding.ts';

/** Starts one; the connection is cut if a node does not answer. */
export async function startBalancer(nodes: readonly Target[]): Promise<Listening> {
  let turn = 0;
  return listen((request, response) => {
    const node = nodes[turn++ % nodes.length] as Target;
    void bodyOf(request)
      .then((body) => forward(node, { ...asSent(request), body }))
      .then((reply) => answer(response, reply))
      .catch(() => response.destroy());
  });
}
