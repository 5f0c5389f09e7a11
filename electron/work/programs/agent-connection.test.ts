/** Bounds of an agent's connection, by the SDK's own client and by lines that it would not send. */
import { afterEach, describe, expect, it } from 'vitest';
import { startAgent } from './agent-client.fixture.ts';
import type { TestAgent } from './agent-client.fixture.ts';
import type { AgentDeeds } from './agent-deeds.ts';

let agent: TestAgent;
let done = 0;
afterEach(() => agent.end());

const counting: AgentDeeds = {
  do: (name) => {
    done++;
    return Promise.resolve({ ok: { name } });
  },
};

/** An agent at a time of the test's own. */
async function start(deeds: AgentDeeds = counting): Promise<{ now: number }> {
  const clock = { now: 0 };
  done = 0;
  agent = await startAgent(deeds, () => clock.now);
  return clock;
}

/** Calls that wait until they are let go, or withdrawn. */
function waitingDeeds() {
  const signals: AbortSignal[] = [];
  const gate = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const deeds: AgentDeeds = {
    do: async (_name, _input, { signal }) => {
      signals.push(signal);
      if (signals.length === 4) begun.resolve(undefined);
      await gate.promise;
      return { ok: {} };
    },
  };
  return { deeds, signals, letGo: () => gate.resolve(undefined), begun: begun.promise };
}

describe('the connection of an agent', () => {
  it('tells an agent that wants to know that its call is still at work', async () => {
    const { deeds, letGo } = waitingDeeds();
    await start(deeds);
    const told: unknown[] = [];
    const answer = await agent.client.callTool({ name: 'run' }, undefined, {
      onprogress: (progress) => {
        told.push(progress);
        if (told.length === 2) letGo();
      },
    });
    expect(answer.isError).toBe(false);
    expect(told.slice(0, 2)).toMatchObject([{ progress: 1 }, { progress: 2 }]);
  });

  it('does 1,000 calls of 10,000 in a minute and answers the rest with busy @agent-bounded', async () => {
    const clock = await start();
    let busy = 0;
    for (let round = 0; round < 2_500; round++) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => agent.call('list_connections')));
      busy += answers.filter(({ isError }) => isError === true).length;
    }
    expect([done, busy]).toEqual([1_000, 9_000]);
    clock.now = 60_000;
    expect((await agent.call('list_connections')).isError).toBe(false);
  });

  it('does four calls at once, and a fifth not', async () => {
    const { deeds, letGo, begun } = waitingDeeds();
    await start(deeds);
    const four = [1, 2, 3, 4].map(() => agent.call('list_connections'));
    await begun;
    const fifth = await agent.call('list_connections');
    expect(fifth.structuredContent).toMatchObject({ error: { code: 'busy' } });
    letGo();
    expect((await Promise.all(four)).map(({ isError }) => isError)).toEqual([false, false, false, false]);
    expect((await agent.call('list_connections')).isError).toBe(false);
  });

  it('withdraws what the agent cancels, and all of it when the agent ends', async () => {
    const { deeds, signals, begun, letGo } = waitingDeeds();
    await start(deeds);
    const cancelled = new AbortController();
    const calls = [cancelled.signal, undefined, undefined, undefined].map((signal) =>
      agent.client
        .callTool({ name: 'run', arguments: {} }, undefined, signal === undefined ? {} : { signal })
        .catch(() => 'ended'),
    );
    await begun;
    const withdrawn = new Promise((resolve) => signals[0]?.addEventListener('abort', resolve));
    cancelled.abort();
    await withdrawn;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false, false]);
    await agent.end();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
    letGo();
    await agent.client.close();
    expect(await Promise.all(calls)).toEqual(['ended', 'ended', 'ended', 'ended']);
  });

  it.each([
    ['not JSON', '{"jsonrpc":"2.0",'],
    ['not a message', '[1,2,3]'],
    ['a message of no version', '{"id":1,"method":"tools/list"}'],
    ['JSON nested deeply', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('answers what is %s with an error of the protocol, and goes on', async (_what, line) => {
    await start();
    const before = agent.got.length;
    agent.sendLine(line);
    expect((await agent.call('list_connections')).isError).toBe(false);
    expect(agent.got.slice(before).join('\n')).toContain('This is not a message of the protocol');
  });

  it('ends with a message of more than 1 MiB @agent-bounded', async () => {
    await start();
    const { served } = agent;
    agent.sendLine(JSON.stringify({ jsonrpc: '2.0', method: 'x'.repeat(1024 * 1024) }));
    await served;
    expect(done).toBe(0);
  });

  it('ends with more than 20,000 messages in a minute @agent-bounded', async () => {
    await start();
    const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    for (let sent = 0; sent <= 20_000; sent++) agent.sendLine(note);
    await agent.served;
    expect(done).toBe(0);
  });

  it('offers no resources, prompts or sampling', async () => {
    await start();
    const { client } = agent;
    const refused = [client.listResources(), client.listPrompts(), client.getPrompt({ name: 'a' })];
    const outcomes = await Promise.allSettled(refused);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
