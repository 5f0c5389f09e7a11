/** Saving and deleting policies, on a real Vault. */
import { describe, expect, it } from 'vitest';
import { lineInRefusal } from '../../../shared/vault/policy-check.ts';
import { policiesPlace, policyDraftText } from '../../../shared/vault/policy-draft.ts';
import { formatPolicy } from '../../../shared/vault/policy-format.ts';
import {
  ask,
  must,
  newPolicy,
  newToken,
  sharedServers,
  textAt,
  uniqueName,
} from '../../../e2e/servers/index.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session } = useTestApps();

const rules = 'path "secret/data/payments/*" {\n  capabilities = ["read"]\n}\n';
const more = 'path "secret/data/payments/*" {\n  capabilities = ["read", "list"]\n}\n';

async function textOf(name: string): Promise<string> {
  return textAt(await must(dev, 'GET', `sys/policies/acl/${name}`), 'data', 'policy');
}

describe('a policy', () => {
  it('is created and changed once a person has agreed, letter for letter', async () => {
    const name = uniqueName('made');
    const { app, sessionId } = await session(dev);
    app.answers.push('', '');
    expect(await app.must('policy.write', { sessionId, name, text: rules, before: null })).toEqual({
      warnings: [],
    });
    expect(await textOf(name)).toBe(rules);
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', title: 'Create this policy?' });
    await app.must('policy.write', { sessionId, name: ` ${name.toUpperCase()} `, text: more, before: rules });
    expect(await textOf(name)).toBe(more);
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', title: 'Change this policy?' });
  });

  it('is saved by a question that shows what changes: a page cannot save another text than the person agrees to @policy-text', async () => {
    const name = await newPolicy(dev, rules);
    const { app, sessionId } = await session(dev);
    app.answers.push('', '');
    // The page's review has shown `more`; its request grants everything.
    const hostile = `${more}path "*" {\n  capabilities = ["sudo"]\n}\n`;
    await app.must('policy.write', { sessionId, name, text: hostile, before: rules });
    expect(app.asked.at(-1)).toMatchObject({
      facts: [
        { name: 'Policy', value: name },
        { name: 'Changes', value: '4 lines added, 1 line removed' },
        { name: 'Request', value: `PUT /v1/sys/policies/acl/${name}` },
        expect.anything(),
      ],
      changes: {
        lines: [
          { kind: 'removed', text: '  capabilities = ["read"]' },
          { kind: 'added', text: '  capabilities = ["read", "list"]' },
          { kind: 'added', text: '}' },
          { kind: 'added', text: 'path "*" {' },
          { kind: 'added', text: '  capabilities = ["sudo"]' },
        ],
      },
    });
    // A new one is shown as a whole.
    await app.must('policy.write', { sessionId, name: uniqueName('new'), text: rules, before: null });
    expect(app.asked.at(-1)).toMatchObject({
      facts: [
        { name: 'Policy' },
        { name: 'Changes', value: '4 lines added' },
        expect.anything(),
        expect.anything(),
      ],
      changes: { added: 4, removed: 0 },
    });
  });

  it('is asked about with the line of a known error', async () => {
    const { app, sessionId } = await session(dev);
    const text = 'path "a" {\n  capabilities = ["raed"]\n}\n';
    await app.refused('policy.write', { sessionId, name: uniqueName('wrong'), text, before: null });
    expect(app.asked.at(-1)).toMatchObject({
      notes: [{ tone: 'risk', text: 'Error in line 2: “raed” is not a capability.' }],
    });
  });

  it('stays as it is where the person declines', async () => {
    const name = await newPolicy(dev, rules);
    const { app, sessionId } = await session(dev);
    for (const call of ['policy.write', 'policy.delete'] as const) {
      const refused = await app.refused(
        call,
        call === 'policy.write' ? { sessionId, name, text: more, before: rules } : { sessionId, name },
      );
      expect(refused).toMatchObject({ kind: 'cancelled' });
    }
    expect(await textOf(name)).toBe(rules);
  });

  it('that somebody changed, made or deleted meanwhile is not overwritten, and nobody is asked', async () => {
    const name = await newPolicy(dev, rules);
    const { app, sessionId } = await session(dev);
    const before = app.asked.length;
    expect(await app.refused('policy.write', { sessionId, name, text: more, before: 'older' })).toMatchObject(
      {
        kind: 'conflict',
        message: expect.stringContaining('Someone changed') as string,
      },
    );
    expect(await app.refused('policy.write', { sessionId, name, text: more, before: null })).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('already') as string,
    });
    await must(dev, 'DELETE', `sys/policies/acl/${name}`);
    expect(await app.refused('policy.write', { sessionId, name, text: more, before: rules })).toMatchObject({
      kind: 'conflict',
      gone: true,
    });
    expect(app.asked).toHaveLength(before);
    expect((await ask(dev, 'GET', `sys/policies/acl/${name}`)).status).toBe(404);
  });

  it('that is changed while the question is open is not overwritten', async () => {
    const name = await newPolicy(dev, rules);
    const { app, sessionId } = await session(dev);
    const theirs = 'path "theirs" { capabilities = ["deny"] }';
    const agreed = Promise.withResolvers<string>();
    app.answers.push(agreed.promise);
    const before = app.asked.length;
    const saving = app.refused('policy.write', { sessionId, name, text: more, before: rules });
    await expect.poll(() => app.asked.length).toBe(before + 1);
    await must(dev, 'PUT', `sys/policies/acl/${name}`, { policy: theirs });
    agreed.resolve('');
    expect(await saving).toMatchObject({ kind: 'conflict' });
    expect(await textOf(name)).toBe(theirs);
  });

  it('with a fault is refused in words that tell its line', async () => {
    const name = uniqueName('faulty');
    const { app, sessionId } = await session(dev);
    app.answers.push('', '');
    const unclosed = 'path "a" {\n  capabilities = ["read\n}\n';
    const refused = await app.refused('policy.write', { sessionId, name, text: unclosed, before: null });
    expect(refused).toMatchObject({ kind: 'invalid-request' });
    expect(lineInRefusal(refused.serverErrors ?? [])).toBe(2);
    const unknownKey = 'path "a" {\n  capabilitis = ["read"]\n}\n';
    const second = await app.refused('policy.write', { sessionId, name, text: unknownKey, before: null });
    expect(lineInRefusal(second.serverErrors ?? [])).toBe(2);
    expect((await ask(dev, 'GET', `sys/policies/acl/${name}`)).status).toBe(404);
  });

  it('may be changed without being read; what is missing is named', async () => {
    const name = await newPolicy(dev, rules);
    const writer = await newPolicy(dev, `path "sys/policies/acl/${name}" { capabilities = ["update"] }`);
    const { token } = await newToken(dev, { policies: [writer] });
    const { app, sessionId } = await session(dev, token);
    app.answers.push('', name);
    await app.must('policy.write', { sessionId, name, text: more, before: null });
    expect(await textOf(name)).toBe(more);
    expect(app.asked.at(-1)).toMatchObject({
      title: 'Save this policy unseen?',
      notes: [{ tone: 'notice', text: expect.stringContaining('cannot read this policy') as string }],
      body: ['Takes effect immediately. The server keeps no earlier version.'],
      destructive: false,
      // The old text is unknown, and the page's claim about it does not count.
      changes: { added: more.split('\n').length, removed: 0 },
    });
    expect(await app.refused('policy.delete', { sessionId, name })).toMatchObject({
      kind: 'forbidden',
      path: `sys/policies/acl/${name}`,
      method: 'DELETE',
    });
  });

  it('is deleted once its name was typed; the server’s own are not', async () => {
    const name = await newPolicy(dev, rules);
    const { app, sessionId } = await session(dev);
    app.answers.push(name);
    await app.must('policy.delete', { sessionId, name });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', destructive: true, typedName: name });
    expect((await ask(dev, 'GET', `sys/policies/acl/${name}`)).status).toBe(404);
    for (const own of ['root', ' Default '])
      expect(await app.refused('policy.delete', { sessionId, name: own })).toMatchObject({
        kind: 'invalid-input',
      });
    expect(
      await app.refused('policy.write', { sessionId, name: 'root', text: rules, before: '' }),
    ).toMatchObject({ kind: 'invalid-input' });
  });

  it('means the same to the server once it is formatted, in HCL and in JSON', async () => {
    const wild =
      '#mine\npath   "secret/data/a/*"{capabilities=["read","list"]\nmin_wrapping_ttl="1s"}\n\n\n\npath "sys/health"{\npolicy="read"\n}';
    const json =
      '{"path":{"secret/data/a/*":{"capabilities":["read","list"]},"sys/health":{"policy":"read"}}}';
    const grants = async (policy: string): Promise<unknown> => {
      const { token } = await newToken(dev, { policies: [await newPolicy(dev, policy)] });
      const paths = ['secret/data/a/b', 'secret/data/b', 'sys/health'];
      const { data } = (await must({ ...dev, rootToken: token }, 'POST', 'sys/capabilities-self', {
        paths,
      })) as { data: Record<string, unknown> };
      return paths.map((path) => data[path]);
    };
    for (const policy of [wild, json]) {
      const formatted = formatPolicy(policy);
      expect(formatted).not.toBe(policy);
      expect(await grants(formatted)).toEqual(await grants(policy));
    }
  });
});

describe('an unsaved edit of a policy', () => {
  const rules = 'path "a" { capabilities = ["read"] }';

  async function withEdit(name = uniqueName('edited')) {
    const { app, sessionId } = await session(dev);
    const at = { sessionId, mount: policiesPlace.path, path: name };
    const text = policyDraftText({ name, before: null, text: rules });
    await app.must('draft.put', { ...at, text });
    return { app, sessionId, at, name, text };
  }

  it('outlives a lock, hidden, and is counted before the app is locked, closed or quit', async () => {
    const { app, sessionId, at, text } = await withEdit();
    await app.must('lock.now', {});
    expect(await app.must('lock.state', {})).toMatchObject({ locked: true, drafts: 1 });
    expect(await app.refused('draft.list', { sessionId })).toMatchObject({ kind: 'locked' });
    app.answers.push(dev.rootToken);
    await app.must('session.reauthenticate', { sessionId });
    expect(await app.must('draft.list', { sessionId })).toMatchObject([
      { mount: policiesPlace, path: at.path, text },
    ]);
    expect(await app.refused('session.close', { sessionId })).toMatchObject({ kind: 'cancelled' });
  });

  it('that a page drops can be restored; none that was saved', async () => {
    const { app, sessionId, at, name, text } = await withEdit();
    await app.must('draft.drop', at);
    const [dropped] = await app.must('draft.dropped', { sessionId });
    expect(dropped).toMatchObject({ mount: policiesPlace, path: name });
    await app.must('draft.restore', { sessionId, draftId: dropped?.draftId ?? '' });
    // A new policy has a key of its own until it has a name; another edit is not the saved one.
    await app.must('draft.put', { ...at, path: '', text });
    await app.must('draft.put', {
      ...at,
      path: 'other',
      text: policyDraftText({ name: 'other', before: null, text: rules }),
    });
    app.answers.push('');
    await app.must('policy.write', { sessionId, name: ` ${name} `, text: rules, before: null });
    for (const path of [name, '', 'other']) await app.must('draft.drop', { ...at, path });
    expect(await app.must('draft.dropped', { sessionId })).toMatchObject([{ path: 'other' }]);
  });
});
