/**
 * The tester's lines against the server's own answers, on 500 random pairs of policies and path, others in each run.
 * `STRONGROOM_SEED=n` tries the same again; the seed stands in every message.
 */
import { describe, expect, it } from 'vitest';
import { sampled } from '../../../e2e/traces/sampled.ts';
import { newPolicy, newToken, sharedServers, textAt } from '../../../e2e/servers/index.ts';
import { must } from '../../../e2e/servers/index.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session } = useTestApps();

/** `npm run prove` tries more. */
const PAIRS = Number(process.env['STRONGROOM_PAIRS'] ?? 500);
const PATHS_A_TOKEN = 10;
const seed = Number(process.env['STRONGROOM_SEED'] ?? Date.now() % 0x7f_ff_ff_ff);

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = seeded(seed);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
const times = <T>(most: number, make: () => T): T[] => Array.from({ length: 1 + below(most) }, make);

const segments = ['a', 'b', 'ab', 'data', 'c-1', 'x y', 'é'];
const capabilities = ['create', 'read', 'update', 'patch', 'delete', 'list', 'sudo', 'deny'];
const limits = [
  '',
  '  required_parameters = ["owner"]\n',
  '  allowed_parameters = { "*" = [] }\n',
  '  denied_parameters = { "secret" = [] }\n',
  '  min_wrapping_ttl = "1s"\n  max_wrapping_ttl = "1h"\n',
];

/** A random path, a quarter of it `+`. */
function rulePath(): string {
  const parts = times(4, () => (random() < 0.25 ? '+' : pick(segments)));
  const end = pick(['', '', '', '/', '*', '/*']);
  const path = pick(['', '', 'tester/']) + parts.join('/') + end;
  // The server refuses a segment that is half a wildcard.
  return path.endsWith('+*') ? path.slice(0, -1) : path;
}

function ruleText(): string {
  const granted = random() < 0.15 ? ['deny'] : times(3, () => pick(capabilities.slice(0, -1)));
  const list = granted.map((one) => `"${one}"`).join(', ');
  return `path "${rulePath()}" {\n  capabilities = [${list}]\n${pick(limits)}}\n`;
}

function path(): string {
  const parts = times(5, () => pick(segments));
  return pick(['', '', 'tester/']) + parts.join('/') + pick(['', '', '/', '/deeper']);
}

describe(`the lines that decide (STRONGROOM_SEED=${String(seed)})`, () => {
  it(
    'come to what the server says, on random pairs @policy-pairs',
    { timeout: 60_000 + PAIRS * 500 },
    async () => {
      const { app, sessionId } = await session(dev);
      const compared: unknown[] = [];
      const decided = { by: 0, denied: 0 };
      // Some seeds draw few paths covered by a rule: then more are drawn.
      const isEnough = (): boolean => compared.length >= PAIRS && decided.by > PAIRS / 5;
      while (!isEnough()) {
        const texts = times(3, () => times(8, ruleText).join('\n'));
        const policies = await Promise.all(texts.map((text) => newPolicy(dev, text)));
        const { accessor } = await newToken(dev, { policies, no_default_policy: true });
        for (let tried = 0; tried < PATHS_A_TOKEN && !isEnough(); tried++) {
          const tested = path();
          const test = await app.must('policy.test', {
            sessionId,
            subject: { kind: 'accessor', accessor },
            path: tested,
          });
          const [row] = test.rows;
          const about = JSON.stringify({ seed, path: row?.path, texts });
          expect(row?.server, about).toBeDefined();
          expect(row?.local?.capabilities, about).toEqual(row?.server);
          expect(row?.agrees, about).toBe(true);
          for (const { policy, line, path: written } of row?.local?.deciding ?? []) {
            const text = textAt(await must(dev, 'GET', `sys/policies/acl/${policy}`), 'data', 'policy');
            expect(text.split('\n')[line - 1], about).toContain(`path "${written}"`);
          }
          if ((row?.local?.deciding.length ?? 0) > 0) decided.by++;
          if (row?.server?.includes('deny') === true) decided.denied++;
          compared.push(row);
        }
      }
      sampled({ tag: 'policy-pairs', what: 'pairs', ran: Math.min(compared.length, 5000), of: 5000, seed });
      expect(compared.length).toBeGreaterThanOrEqual(PAIRS);
      // A generator of uncovered paths would prove nothing.
      expect(decided.by).toBeGreaterThan(PAIRS / 5);
      expect(decided.denied).toBeGreaterThan(PAIRS / 20);
    },
  );
});
