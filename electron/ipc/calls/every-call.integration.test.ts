/**
 * Rules that hold for every call, because its row states them and the registrar applies them: tried on each row of
 * the table, with a session at a real server if it needs one. Subjects are tried in `every-call-about.integration`,
 * calls left half-way in `every-call-left.integration`.
 */
import { describe, expect, it } from 'vitest';
import { sharedServers, startRecordingProxy } from '../../../e2e/servers/index.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import type { Row } from '../call.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { allCalls } from './index.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
const { newApp, session, stopping } = useTestApps();

/** Releasing a missing object is not a failure. */
const letsGo: ReadonlySet<CallName> = new Set([
  'entry.close',
  'answer.dismiss',
  'secret.dismiss',
  'plan.drop',
  'import.drop',
  'comparison.drop',
]);

/** A good input, with this session in place of any it names. */
function inputOf({ name }: Row, sessionId: string): object {
  const input: object = goodInputs[name];
  return {
    ...input,
    ...('sessionId' in input ? { sessionId } : {}),
    ...('where' in input ? { where: { sessionId } } : {}),
  };
}

function kindOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.error.kind;
}

/** Outcome of each of these calls, by name. */
async function outcomes(
  app: TestApp,
  rows: readonly Row[],
  inputFor: (row: Row) => unknown,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const row of rows) found[row.name] = kindOf(await app.begin(row.name, inputFor(row)).result);
  return found;
}

function all(rows: readonly Row[], kind: string): Readonly<Record<string, string>> {
  return Object.fromEntries(rows.map(({ name }) => [name, kind]));
}

describe('every call', () => {
  it('refuses malformed input, and asks and sends nothing @malformed-input', async () => {
    const app = newApp();
    for (const input of [null, 'text', 1, [], { extra: 1 }, new Map()])
      expect(await outcomes(app, allCalls, () => input)).toEqual(all(allCalls, 'invalid-input'));
    expect(app.asked).toEqual([]);
  });

  it('refuses an input of more than its row’s size', async () => {
    const app = newApp();
    for (const row of allCalls) {
      const { result } = app.begin(row.name, { text: 'x'.repeat(row.maxBytes / 2) });
      expect(await result).toMatchObject({
        error: {
          kind: 'invalid-input',
          message: expect.stringContaining(`${row.maxBytes} bytes`) as unknown,
        },
      });
    }
  });

  it('refuses what was never opened, and asks nothing', async () => {
    const app = newApp();
    const about = allCalls.filter((row) => row.about !== 'nothing' && !letsGo.has(row.name));
    expect(await outcomes(app, about, (row) => inputOf(row, 'no-session'))).toEqual(
      all(about, 'invalid-input'),
    );
    expect(app.asked).toEqual([]);
  });

  it('does nothing where it is cancelled, or its page goes, before it has begun; save what exists once', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken);
    const before = proxy.requests.length;
    const asked = app.asked.length;
    const ending = allCalls.filter(({ effect }) => effect !== 'once');
    for (const how of ['cancel', 'leave'] as const) {
      for (const row of ending) {
        const call = app.begin(row.name, inputOf(row, sessionId));
        call[how]();
        expect([row.name, kindOf(await call.result)]).toEqual([row.name, 'cancelled']);
      }
      for (const row of allCalls.filter(({ effect }) => effect === 'once')) {
        const call = app.begin(row.name, inputOf(row, 'no-session'));
        call[how]();
        expect([row.name, kindOf(await call.result)]).toEqual([row.name, 'invalid-input']);
      }
    }
    expect(proxy.requests).toHaveLength(before);
    expect(app.asked).toHaveLength(asked);
  });

  it('that changes something, on a server or here, asks first where no key was pressed and nothing clicked @change-asks-first', async () => {
    const proxy = stopping(await startRecordingProxy(server));
    const { app, sessionId } = await session(proxy, server.rootToken, {}, { gestures: 0, quietMs: 0 });
    const before = proxy.requests.length;
    const costs = (row: Row): string => {
      if (row.effect === 'read') return 'nothing';
      return row.effect === 'changes-here' ? row.costs : 'gesture';
    };
    const changing = allCalls.filter((row) => costs(row) !== 'nothing');
    app.asked.length = 0;
    expect(await outcomes(app, changing, (row) => inputOf(row, sessionId))).toEqual(
      all(changing, 'cancelled'),
    );
    // Saves while the user types are not worth a question.
    expect(app.asked).toHaveLength(changing.filter((row) => costs(row) === 'gesture').length);
    // Calls without a cost protect, or tidy up after the page.
    expect(
      allCalls.filter((row) => row.effect !== 'read' && costs(row) === 'nothing').map(({ name }) => name),
    ).toEqual(['lock.now', 'secret.dismiss', 'import.drop', 'plan.drop', 'comparison.drop']);
    expect(proxy.requests).toHaveLength(before);
  });
});

describe('the rows', () => {
  it('state a size within what main can hold', () => {
    for (const { name, maxBytes } of allCalls)
      expect([name, maxBytes <= 4 * 34 * 1024 * 1024]).toEqual([name, true]);
  });
});
